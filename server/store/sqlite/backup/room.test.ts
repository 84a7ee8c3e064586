import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#tests/support/server/app.ts';
import { baseline } from '#tests/support/server/baseline.ts';
import { spoilIndex } from '#tests/support/server/wrong-index.ts';
import { openWriter } from '../connection/connection.ts';
import { restoreFile } from './restore-backup.ts';
import { backUpBeforeMigration, backUpFile } from './write-backup.ts';

const full = () => 1999;

function released() {
  const folder = temporaryFolder();
  const file = join(folder, 'framme.db');
  const db = openWriter(file);
  db.exec(baseline('sqlite'));
  return { folder, file, db };
}

test('a disk that is too full is refused with a sentence before anything is written', () => {
  const { folder, file, db } = released();
  const to = join(folder, 'backups');
  expect(() => backUpFile(file, to, { freeBytes: full })).toThrow(
    /^The disk of .*backups is too full: a backup takes \d+ kB, and 1 kB are free\. Make room, or choose a folder/,
  );
  expect(readdirSync(to)).toEqual([]);
  expect(backUpFile(file, to, { freeBytes: () => 10_000_000 }).bytes).toBeGreaterThan(0);
  db.close();
});

test('without room for its backup nothing is migrated, and the sentence says how to go without', () => {
  const { folder, db } = released();
  expect(() => backUpBeforeMigration(db, folder, undefined, full)).toThrow(
    /^Before the database is migrated .* too full: .*BACKUP_BEFORE_MIGRATION=off migrates without/,
  );
  expect(db.prepare('PRAGMA user_version').get()).toEqual({ user_version: 8 });
  db.close();
});

test('a folder of backups that cannot be made is told without the option of a command that nobody gave', () => {
  const { folder, db } = released();
  writeFileSync(join(folder, 'backups'), '');
  const start = () => backUpBeforeMigration(db, folder);
  expect(start).toThrow(
    /^Before the database is migrated .*backups cannot be written to \(\w+\)\. BACKUP_BEFORE/,
  );
  expect(start).not.toThrow(/--to/);
  expect(db.prepare('PRAGMA user_version').get()).toEqual({ user_version: 8 });
  db.close();
});

test('a new database is not backed up', () => {
  const folder = temporaryFolder();
  const db = openWriter(join(folder, 'framme.db'));
  backUpBeforeMigration(db, folder);
  expect(existsSync(join(folder, 'backups'))).toBe(false);
  db.close();
});

test('a wrong index ends a migration before it begins, takes no older backup along, and leaves none at each start', () => {
  const { folder, file, db } = released();
  backUpBeforeMigration(db, folder);
  const before = readdirSync(join(folder, 'backups'));
  expect(before).toHaveLength(1);
  db.close();
  spoilIndex(file);
  const again = openWriter(file);
  for (const _start of [1, 2])
    expect(() => backUpBeforeMigration(again, folder)).toThrow(
      /^The database is not migrated .* \(row \d+ missing from index attempts_by_end\)\. Nothing was changed\. .* restore/,
    );
  expect(readdirSync(join(folder, 'backups'))).toEqual(before);
  expect(again.prepare('PRAGMA user_version').get()).toEqual({ user_version: 8 });
  again.close();
});

test('a restore that builds indexes anew needs room for them, too, and leaves nothing where there is none', () => {
  const { folder, file, db } = released();
  db.close();
  const { file: good, bytes } = backUpFile(file, join(folder, 'backups'), {});
  spoilIndex(file);
  const { file: wrong } = backUpFile(file, join(folder, 'backups'), {});
  const to = temporaryFolder();
  const forOne = () => bytes * 1.5;
  expect(() => restoreFile(to, wrong, forOne)).toThrow(/^The disk of .* is too full/);
  expect(readdirSync(to)).toEqual(['framme.lock']);
  expect(restoreFile(to, good, forOne)).not.toHaveProperty('indexFault');
});

test('a restore over a database with a wrong index keeps it as one file', () => {
  const { folder, file, db } = released();
  db.close();
  spoilIndex(file);
  const { file: backup } = backUpFile(file, join(folder, 'backups'), {});
  const { former, formerUntil } = restoreFile(folder, backup);
  expect(formerUntil).toEqual(expect.any(String));
  expect(readdirSync(folder).filter((name) => name.startsWith('framme.db'))).toEqual([
    'framme.db',
    basename(former ?? ''),
  ]);
});
