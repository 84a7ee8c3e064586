import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '#tests/support/server/app.ts';
import { logTruncater, scrubber } from './connection/checkpoints.ts';
import { openWriter } from './connection/connection.ts';
import { migrate } from './schema/migrations.ts';

const RARE = 'Rumpelstilzchen';
const ROWS = 4000;

/** A file with split pages, because rows grew out of order, from which every third row was removed. */
function fileWithRemovals() {
  const file = join(temporaryFolder(), 'framme.db');
  const db = openWriter(file);
  onTestFinished(() => db.close());
  migrate(db);
  db.exec("INSERT INTO households (id, version, number) VALUES ('one', 1, 1); BEGIN");
  const put = db.prepare(
    `INSERT INTO people (household, path, version, body) VALUES (1, ?, 1, ?)
     ON CONFLICT DO UPDATE SET body = excluded.body`,
  );
  const name = (row: number) => (row % 3 === 0 ? `${RARE}${row}` : 'Ella');
  const write = (row: number, length: number) => put.run(`row-${row}`, name(row) + 'x'.repeat(length));
  for (let row = 0; row < ROWS; row += 1) write(row, 100 + ((row * 7919) % 400));
  for (let turn = 0; turn < ROWS; turn += 1) write((turn * 7919) % ROWS, 500 + ((turn * 104_729) % 600));
  db.exec('COMMIT');
  db.exec(`UPDATE people SET body = NULL WHERE body LIKE '${RARE}%'`);
  return { file, db, found: () => tracesIn(file) };
}

function tracesIn(file: string): number {
  return [file, `${file}-wal`]
    .map((path) => readFileSync(path).toString('latin1').split(RARE).length - 1)
    .reduce((one, other) => one + other);
}

const cutLog = (db: DatabaseSync) => void db.exec('PRAGMA wal_checkpoint(TRUNCATE)');

test('removed data is first in the log, then in split pages, and nowhere after a scrub', () => {
  const { db, found } = fileWithRemovals();
  const inLog = found();
  cutLog(db);
  const inPages = found();
  expect(inLog).toBeGreaterThan(inPages);
  expect(inPages).toBeGreaterThan(0);
  expect(inPages).toBeLessThan(ROWS / 30);
  scrubber(db)();
  expect(found()).toBe(0);
  expect(db.prepare('SELECT count(*) AS rows FROM people').get()).toEqual({ rows: ROWS });
});

test('a large file is not rewritten, only its log is truncated', () => {
  const { db, found } = fileWithRemovals();
  scrubber(db, 4096)();
  const traces = found();
  expect(traces).toBeGreaterThan(0);
  expect(traces).toBeLessThan(ROWS / 30);
});

test('a scrub does not wait for an outside reader of the file', () => {
  const { file, db } = fileWithRemovals();
  const backup = new DatabaseSync(file, { readOnly: true });
  onTestFinished(() => backup.close());
  backup.exec('BEGIN');
  backup.prepare('SELECT count(*) FROM people').get();
  const timeout = () => db.prepare('PRAGMA busy_timeout').get();
  const exec = db.exec.bind(db);
  let during: unknown;
  db.exec = (sql) => {
    if (sql === 'VACUUM') during = timeout();
    exec(sql);
  };
  scrubber(db)();
  expect(during).toEqual({ timeout: 0 });
  expect(timeout()).toEqual({ timeout: 5000 });
});

test('a truncated log holds nothing, and one that is read is left for later', () => {
  const { file, db } = fileWithRemovals();
  const truncate = logTruncater(db);
  const reader = new DatabaseSync(file, { readOnly: true });
  reader.exec('BEGIN');
  reader.prepare('SELECT count(*) FROM people').get();
  db.exec("INSERT INTO households (id, version, number) VALUES ('two', 1, 2)");
  expect(truncate()).toBe(false);
  reader.close();
  expect(readFileSync(`${file}-wal`).length).toBeGreaterThan(0);
  expect(truncate()).toBe(true);
  expect(readFileSync(`${file}-wal`).length).toBe(0);
});
