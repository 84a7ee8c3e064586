import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import { startupWarnings } from '#server/process/startup-messages.ts';
import { temporaryFolder } from '#tests/support/server/app.ts';
import { openStoreIn } from '#tests/support/server/open-store.ts';

const FILES = ['framme.db', 'framme.db-wal', 'framme.db-shm', 'framme.lock'];

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

function warningsFor(env: Record<string, string>): string[] {
  const config = readConfig(env);
  if (Array.isArray(config)) throw new Error(config.join());
  return startupWarnings(config);
}

test('the files of a new database are readable by this user alone, in any folder', () => {
  const folder = join(temporaryFolder(), 'open');
  mkdirSync(folder, { mode: 0o755 });
  openStoreIn(folder);
  expect(FILES.map((file) => modeOf(join(folder, file)))).toEqual(FILES.map(() => '600'));
});

test('the files of a database that others could read are closed at the start', () => {
  const folder = temporaryFolder();
  const file = join(folder, 'framme.db');
  const db = new DatabaseSync(file);
  db.exec('PRAGMA journal_mode = WAL; CREATE TABLE kept (a)');
  writeFileSync(join(folder, 'framme.lock'), '');
  for (const name of FILES) chmodSync(join(folder, name), 0o644);
  openStoreIn(folder);
  expect(FILES.map((name) => modeOf(join(folder, name)))).toEqual(FILES.map(() => '600'));
  db.close();
});

test('the host is told of a data folder that others may enter, and of no other', () => {
  const folder = temporaryFolder();
  expect(warningsFor({ DATA_DIR: folder })).toEqual([]);
  chmodSync(folder, 0o755);
  expect(warningsFor({ DATA_DIR: folder })).toEqual([
    `Other users of this machine may enter the data folder (mode 755). Close it: chmod 700 '${folder}'`,
  ]);
  expect(warningsFor({ DATA_DIR: folder, DATABASE_URL: 'postgres://localhost/framme' })).toEqual([]);
});
