import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '#tests/support/server/app.ts';
import {
  baseline,
  baselineContract,
  baselinePhonesContract,
  IN_ITS_PLACE,
  INVITE_ROW,
  LAST_OWN,
  REFUSED,
} from '#tests/support/server/baseline.ts';
import { openSqliteStore } from '../sqlite.ts';
import { migrate, migrateTo } from './migrations.ts';

function folderOf(...more: string[]): string {
  const folder = temporaryFolder();
  const db = new DatabaseSync(join(folder, 'framme.db'));
  for (const sql of [baseline('sqlite'), ...more]) db.exec(sql);
  db.close();
  return folder;
}

const open = (folder: string) =>
  openSqliteStore(folder, (error) => {
    throw error;
  });

type Rows = Record<string, unknown>[];

/** Returns every part of a schema as SQLite understands it: columns, keys, references and indexes in their order, and options. */
function schemaOf(db: DatabaseSync) {
  const all = (sql: string, ...values: string[]) => db.prepare(sql).all(...values) as Rows;
  const indexOf = ({ name, ...index }: Record<string, unknown>) => [
    index,
    name,
    all('SELECT seqno, cid, name, desc, coll, key FROM pragma_index_xinfo(?)', String(name)),
    all("SELECT substr(sql, instr(sql, ' ON ')) FROM sqlite_schema WHERE name = ?", String(name)),
  ];
  return all('SELECT * FROM pragma_table_list ORDER BY name').map((table) => {
    const name = String(table.name);
    const indexes = all('SELECT * FROM pragma_index_list(?)', name);
    return [
      table,
      all('SELECT * FROM pragma_table_xinfo(?)', name),
      all('SELECT * FROM pragma_foreign_key_list(?)', name),
      indexes.map(indexOf),
    ];
  });
}

/** The rows by table. */
function rowsOf(db: DatabaseSync): Record<string, Rows> {
  const tables = db.prepare(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
  );
  const names = tables.all().map(({ name }) => String(name));
  return Object.fromEntries(names.map((name) => [name, db.prepare(`SELECT * FROM ${name}`).all() as Rows]));
}

function inMemory(...sql: string[]): DatabaseSync {
  const db = new DatabaseSync(':memory:');
  onTestFinished(() => db.close());
  for (const part of sql) db.exec(part);
  return db;
}

baselineContract(async () => ({ dataDir: folderOf(IN_ITS_PLACE.sqlite) }));
baselinePhonesContract(async () => ({ dataDir: folderOf(IN_ITS_PLACE.sqlite) }));

test('the baseline that is created is the one that 0.1.0 made, and migrates to the schema of a new database', () => {
  const [old, created, fresh] = [inMemory(baseline('sqlite')), inMemory(), inMemory()];
  migrateTo(created, 8);
  expect(schemaOf(created)).toEqual(schemaOf(old));
  for (const db of [old, fresh]) migrate(db);
  expect(schemaOf(old)).toEqual(schemaOf(fresh));
  expect(schemaOf(fresh).length).toBeGreaterThan(17);
});

/** A database of schema 12 with rows in each table. */
function lastOwn(): DatabaseSync {
  const db = inMemory(baseline('sqlite'));
  migrate(db, LAST_OWN.sqlite);
  return db;
}

test('the steps to schema 12 keep every row of the baseline, which has some in each table, and the hash of its invitation', () => {
  const before = rowsOf(inMemory(baseline('sqlite')));
  expect(Object.entries(before).filter(([, rows]) => rows.length === 0)).toEqual([]);
  const { visit_links: links = [], store_epoch: epoch, ...others } = rowsOf(lastOwn());
  const { after_restore: log, alerts, push_devices: devices, followers, ...after } = others;
  const { visit_links: formerLinks = [], store_epoch: formerEpoch = [], ...rest } = before;
  expect(after).toEqual(rest);
  expect(links).toEqual(expect.arrayContaining([...formerLinks, INVITE_ROW]));
  expect(links).toHaveLength(2);
  expect([log, alerts, devices, followers]).toEqual([[], [], [], []]);
  expect(epoch).toMatchObject(formerEpoch);
});

test('the step to schema 13 keeps every row of every table, in its new form', () => {
  const db = lastOwn();
  db.exec(LAST_OWN.sqlite.rows);
  const before = rowsOf(db);
  expect(Object.entries(before).filter(([, rows]) => rows.length === 0)).toEqual([]);
  const {
    households = [],
    visits = [],
    outcomes = [],
    notices = [],
    visit_links: links = [],
    ...same
  } = before;
  migrate(db);
  const isKept = (row: Rows[number]) => row.version !== null || row.outcome !== null || row.notified === 1;
  expect(outcomes.filter((row) => !isKept(row))).toHaveLength(1);
  expect(rowsOf(db)).toEqual({
    ...same,
    coming: [],
    households: households.toSorted((a, b) => Number(a.number) - Number(b.number)),
    visits: visits.map(({ number: _number, path: _path, ...row }) => row),
    outcomes: outcomes.filter(isKept).map(({ notice: _notice, ...row }) => row),
    notices: notices.map(({ earlier: _earlier, ...row }) => row),
    visit_links: links.map(({ path, ...row }) => {
      const [, child = null, , visit = null] = typeof path === 'string' ? path.split('/') : [];
      return { ...row, child, visit };
    }),
  });
  expect(db.prepare('PRAGMA foreign_key_check').all()).toEqual([]);
});

test('a migrated database gives the number of a deleted family, and of a notice, to no other', () => {
  const db = lastOwn();
  db.exec(LAST_OWN.sqlite.rows);
  migrate(db);
  db.exec('DELETE FROM households WHERE number = 9; DELETE FROM notices WHERE id = 9');
  const numberOf = (sql: string) => Object.values(db.prepare(sql).get() ?? {})[0];
  expect(numberOf("INSERT INTO households (id, version) VALUES ('new', 1) RETURNING number")).toBe(10);
  const notice = "INSERT INTO notices (household, about, kind, message, due_at) VALUES (1, '', '', '', '')";
  expect(numberOf(`${notice} RETURNING id`)).toBe(10);
});

test('a database with rows of no household is refused with a sentence, and not migrated', () => {
  const db = lastOwn();
  db.exec(
    "PRAGMA foreign_keys = OFF; INSERT INTO people (household, path, version) VALUES (8, 'children/a', 1)",
  );
  const before = [rowsOf(db), schemaOf(db)];
  expect(() => migrate(db)).toThrow(
    /^The database is not migrated .* rows of people refer to no row of households\. Nothing was changed\./,
  );
  expect([rowsOf(db), schemaOf(db)]).toEqual(before);
});

test('a database from before the baseline is refused with a sentence, and not a byte of it changes', () => {
  const folder = folderOf('PRAGMA journal_mode = WAL', 'PRAGMA user_version = 5');
  // A server that was killed leaves a log.
  const killed = new DatabaseSync(join(folder, 'framme.db'));
  killed.exec("UPDATE secrets SET value = 'in the log'");
  const bytes = () =>
    readdirSync(folder)
      .filter((name) => /^framme\.db(-wal)?$/.test(name))
      .map((name) => [name, readFileSync(join(folder, name), 'base64')]);
  const before = bytes();
  expect(before).toHaveLength(2);
  for (const _start of [1, 2]) expect(() => open(folder)).toThrow(REFUSED);
  expect(bytes()).toEqual(before);
  killed.close();
  const closed = bytes();
  expect(closed).toHaveLength(1);
  expect(() => open(folder)).toThrow(REFUSED);
  expect(bytes()).toEqual(closed);
});
