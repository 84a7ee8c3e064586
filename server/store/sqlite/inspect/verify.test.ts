import { closeSync, openSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { faultsIn } from '#tests/contract/faults-of.ts';
import { temporaryFolder } from '#tests/support/server/app.ts';
import { baseline } from '#tests/support/server/baseline.ts';
import { openSqliteStore } from '../sqlite.ts';

async function newStore(): Promise<string> {
  const folder = temporaryFolder();
  await openSqliteStore(folder, () => undefined).close();
  return folder;
}

test('of the migrated data of the baseline nothing is wrong', async () => {
  const folder = temporaryFolder();
  const db = new DatabaseSync(join(folder, 'framme.db'));
  db.exec(baseline('sqlite'));
  db.close();
  await openSqliteStore(folder, () => undefined).close();
  expect(await faultsIn({ dataDir: folder })).toEqual([]);
});

test('an index or a table that is missing is found', async () => {
  const folder = await newStore();
  const db = new DatabaseSync(join(folder, 'framme.db'));
  db.exec('DROP INDEX visits_open; DROP TABLE notices');
  db.close();
  expect(await faultsIn({ dataDir: folder })).toEqual([
    'the index notices_by_tap is missing',
    'the index notices_due is missing',
    'the index notices_taken_back is missing',
    'the index visits_open is missing',
    'the table notices is missing',
  ]);
});

test('outcomes of no household are counted, and do not hide a faulty one after them', async () => {
  const folder = await newStore();
  const db = new DatabaseSync(join(folder, 'framme.db'));
  db.exec("INSERT INTO households (id, version, number) VALUES ('aaaaaaaaaa', 1, 1)");
  db.exec(`WITH RECURSIVE many (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM many WHERE i < 1100)
    INSERT INTO outcomes (household, op, recorded_at, version) SELECT 7, 'stranger' || (10000 + i), 1, 1 FROM many`);
  db.exec("INSERT INTO outcomes (household, op, recorded_at, version) VALUES (1, 'zzzzzzzzzz', 1, 9)");
  db.close();
  const faults = await faultsIn({ dataDir: folder });
  expect(faults).toContain('1100 rows of outcomes refer to no row of households');
  expect(faults).toContain('outcomes/zzzzzzzzzz is of version 9, and its household is at 1');
});

test('damaged pages are found, and a file that is no database', async () => {
  const folder = await newStore();
  const file = join(folder, 'framme.db');
  const write = (text: string, at: number) => {
    const descriptor = openSync(file, 'r+');
    writeSync(descriptor, text, at);
    closeSync(descriptor);
  };
  write('x'.repeat(4096), statSync(file).size - 4096);
  expect((await faultsIn({ dataDir: folder })).join()).toMatch(/^the file is damaged: /);
  write('x'.repeat(100), 0);
  expect(await faultsIn({ dataDir: folder })).toEqual([
    'the file is damaged: it is no database, or cannot be read',
  ]);
});
