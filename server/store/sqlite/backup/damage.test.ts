import { closeSync, existsSync, openSync, readdirSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '#tests/support/server/app.ts';
import { baseline, REFUSED } from '#tests/support/server/baseline.ts';
import { openSqliteStore } from '../sqlite.ts';
import { restoreFile } from './restore-backup.ts';
import { backUpFile, checkBackupFile } from './write-backup.ts';

const PAGE_BYTES = 4096;
/** The place in the header of the first page that lists free ones (SQLite's file format, 1.3). */
const FIRST_LIST = 32;

/** Makes a database of a folder of its own with a thousand rows in an indexed table, and some free pages. */
async function database() {
  const folder = temporaryFolder();
  await openSqliteStore(folder, () => undefined).close();
  const file = join(folder, 'framme.db');
  run(
    file,
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
     INSERT INTO attempts SELECT 'key ' || i, i FROM n;
     CREATE TABLE room (body TEXT); INSERT INTO room SELECT hex(zeroblob(8000)) FROM attempts LIMIT 4; DROP TABLE room`,
  );
  return { folder, file };
}

function run(file: string, ...statements: string[]): void {
  for (const sql of statements) {
    const db = new DatabaseSync(file, { defensive: false, enableForeignKeyConstraints: false });
    db.exec(sql);
    db.close();
  }
}

/** Runs a statement on a table of whose index SQLite does not know meanwhile. */
function unindexed(sql: string, index = 'attempts_by_end') {
  return (file: string) =>
    run(
      file,
      `PRAGMA writable_schema = ON; CREATE TABLE kept AS SELECT * FROM sqlite_schema WHERE name = '${index}';
       DELETE FROM sqlite_schema WHERE name = '${index}'`,
      sql,
      'PRAGMA writable_schema = ON; INSERT INTO sqlite_schema SELECT * FROM kept',
      'DROP TABLE kept',
    );
}

function overwrite(file: string, bytes: Buffer, at: number): void {
  const descriptor = openSync(file, 'r+');
  writeSync(descriptor, bytes, 0, bytes.length, at);
  closeSync(descriptor);
}

function spoilTable(file: string): void {
  const db = new DatabaseSync(file);
  const { rootpage } = db.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'attempts'").get() ?? {};
  db.close();
  overwrite(file, Buffer.alloc(PAGE_BYTES / 2, 'x'), Number(rootpage) * PAGE_BYTES - PAGE_BYTES / 2);
}

function freePageTwice(file: string): void {
  const bytes = readFileSync(file);
  // A list: the next one, its length, its pages.
  const list = (bytes.readUInt32BE(FIRST_LIST) - 1) * PAGE_BYTES;
  expect(bytes.readUInt32BE(list + 4)).toBeGreaterThan(1);
  overwrite(file, bytes.subarray(list + 8, list + 12), list + 12);
}

const otherValue = unindexed('UPDATE attempts SET full_at = 0 WHERE full_at = 7');

const COPIED = [
  ['a row that its index lacks', unindexed("INSERT INTO attempts VALUES ('more', 5000)")],
  ['an entry of an index without a row', unindexed("DELETE FROM attempts WHERE key = 'key 7'")],
  ['a page that is none', spoilTable],
] as const;

test('a database without damage is backed up', async () => {
  const { folder, file } = await database();
  expect(checkBackupFile(file)).toEqual({ bytes: expect.any(Number), schema: expect.any(Number) });
  expect(checkBackupFile(backUpFile(file, join(folder, 'to'), {}).file).bytes).toBeGreaterThan(0);
});

describe.each([...COPIED, ['a free page listed twice', freePageTwice]] as const)('%s', (_name, damage) => {
  test('is found in a backup', async () => {
    const { file } = await database();
    damage(file);
    expect(() => checkBackupFile(file)).toThrow(/cannot be restored: the file is damaged/);
  });
});

test.each(COPIED)('%s in the database leaves no backup that looks whole', async (_name, damage) => {
  const { folder, file } = await database();
  damage(file);
  const to = join(folder, 'to');
  expect(() => backUpFile(file, to, {})).toThrow(
    /^(No backup was made, for what was written is not whole: the file is damaged: \w|The database is damaged, so no)/,
  );
  expect(readdirSync(to)).toEqual([]);
});

test('an index with another value than its table is told, removes no older backup, and is built anew by a restore', async () => {
  const { folder, file } = await database();
  const to = join(folder, 'to');
  const older = backUpFile(file, to, {});
  otherValue(file);
  const first = backUpFile(file, to, { keep: 1 });
  expect(first).toMatchObject({ file: expect.stringMatching(/-wrong-index\.db$/), removed: [] });
  expect(first.indexFault).toMatch(/^row \d+ missing from index attempts_by_end$/);
  // A night each: they must not fill the disk.
  expect(backUpFile(file, to, { keep: 1 }).removed).toEqual([first.file]);
  expect(readdirSync(to)).toHaveLength(2);
  expect(existsSync(older.file)).toBe(true);
  const backup = readdirSync(to).find((name) => !older.file.endsWith(name)) ?? '';
  expect(checkBackupFile(join(to, backup)).indexFault).toMatch(/attempts_by_end/);
  const restored = temporaryFolder();
  expect(restoreFile(restored, join(to, backup)).indexFault).toMatch(/attempts_by_end/);
  expect(checkBackupFile(join(restored, 'framme.db'))).not.toHaveProperty('indexFault');
  const db = new DatabaseSync(join(restored, 'framme.db'));
  const found = db
    .prepare('SELECT count(*) AS count FROM attempts INDEXED BY attempts_by_end WHERE full_at = 0')
    .get();
  db.close();
  expect(found).toEqual({ count: 1 });
  expect(backUpFile(join(restored, 'framme.db'), to, { keep: 1 }).removed).toHaveLength(2);
});

test('a backup whose rows contradict a unique index is not restored', async () => {
  const { file } = await database();
  run(
    file,
    "INSERT INTO visits (household, version, child, id) VALUES (1, 1, 'child', 'one'), (1, 1, 'child', 'twin')",
  );
  unindexed("UPDATE visits SET id = 'one'", 'visits_by_id')(file);
  const restored = temporaryFolder();
  expect(() => restoreFile(restored, file)).toThrow(
    /cannot be restored: its indexes cannot be built from its tables/,
  );
  expect(readdirSync(restored)).toEqual(['framme.lock']);
});

/** Under a name that SQLite keeps for itself. */
const HIDDEN = `CREATE TRIGGER hidden AFTER UPDATE ON store_epoch BEGIN DELETE FROM attempts; END
PRAGMA writable_schema = ON; UPDATE sqlite_schema SET name = 'sqlite_hidden', sql = replace(sql, 'hidden', 'sqlite_hidden') WHERE name = 'hidden'`;

test.each([
  [
    'a trigger',
    'CREATE TRIGGER evil AFTER UPDATE ON store_epoch BEGIN DELETE FROM attempts; END',
    'trigger evil',
  ],
  ['a view', 'CREATE VIEW seen AS SELECT * FROM accounts', 'view seen'],
  ['a table', 'CREATE TABLE extra (x)', 'table extra'],
  ['an index more', 'CREATE INDEX more ON attempts (key, full_at)', 'index more'],
  [
    'another index',
    'DROP INDEX attempts_by_end; CREATE INDEX attempts_by_end ON attempts (key)',
    'index attempts_by_end',
  ],
  ['a column more', 'ALTER TABLE attempts ADD COLUMN extra TEXT', 'table attempts'],
  ['a hidden trigger', HIDDEN, 'trigger sqlite_hidden'],
])(
  'a backup with %s that its schema has not is refused by name, and nothing is touched',
  async (_name, sql, part) => {
    const { folder, file } = await database();
    run(file, ...sql.split('\n'));
    const restored = temporaryFolder();
    await openSqliteStore(restored, () => undefined).close();
    const before = readFileSync(join(restored, 'framme.db'));
    expect(() => restoreFile(restored, file)).toThrow(`the ${part} is `);
    expect(() => checkBackupFile(file)).toThrow(`the ${part} is `);
    expect(readFileSync(join(restored, 'framme.db'))).toEqual(before);
    expect(readdirSync(restored).toSorted()).toEqual(['framme.db', 'framme.epoch', 'framme.lock']);
    const older = backUpFile(file, join(folder, 'to'), {});
    expect(older.foreign?.join()).toContain(part);
    expect(backUpFile(file, join(folder, 'to'), { keep: 1 }).removed).toEqual([]);
  },
);

test('a backup of the baseline is compared with that schema, and an older one is refused', () => {
  const file = join(temporaryFolder(), 'framme.db');
  run(file, baseline('sqlite'), 'ANALYZE');
  expect(checkBackupFile(file)).toMatchObject({ schema: 8 });
  run(file, 'CREATE TABLE extra (x)');
  expect(() => checkBackupFile(file)).toThrow('the table extra is none of Framme');
  run(file, 'PRAGMA user_version = 5');
  expect(() => checkBackupFile(file)).toThrow(REFUSED);
});
