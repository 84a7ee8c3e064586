// Copies a database by SQLite alone, without any check: by VACUUM INTO, synced, as a yardstick, which tells its seconds as a backup
// does; or online, as node:sqlite does by default, as a control.
import { closeSync, fsyncSync, openSync } from 'node:fs';
import { backup, DatabaseSync } from 'node:sqlite';

const [, , file = '', copy = '', way = ''] = process.argv;
const db = new DatabaseSync(file, { readOnly: true });
if (way === 'online') await backup(db, copy, { rate: 100 });
else {
  const begun = performance.now();
  db.prepare('VACUUM INTO ?').run(copy);
  const descriptor = openSync(copy, 'r+');
  fsyncSync(descriptor);
  closeSync(descriptor);
  process.stdout.write(JSON.stringify({ seconds: (performance.now() - begun) / 1000 }));
}
db.close();
