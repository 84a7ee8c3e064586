// A control: backs up a database by SQLite's online backup, as node:sqlite does by default.
import { backup, DatabaseSync } from 'node:sqlite';

const [, , file = '', copy = ''] = process.argv;
const db = new DatabaseSync(file, { readOnly: true });
await backup(db, copy, { rate: 100 });
db.close();
