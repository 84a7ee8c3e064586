import { closeSync, openSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { serverWritesContract } from '#tests/contract/server-writes.ts';
import { verifyContract } from '#tests/contract/verify.ts';
import { temporaryFolder } from '#tests/support/server/app.ts';
import { baseline } from '#tests/support/server/baseline.ts';
import { openInspector } from '../../hosting/inspect.ts';
import { verifyStore } from '../../hosting/verify.ts';
import { openSqliteStore } from '../sqlite.ts';

const TABLES = {
  people: 'people',
  visits: 'visits',
  devices: `UPDATE households SET devices = '[["phone",1]]'`,
};

verifyContract(TABLES, 'INTEGER', async ({ dataDir }, sql) => {
  const db = new DatabaseSync(join(dataDir, 'framme.db'), { enableForeignKeyConstraints: false });
  db.exec(sql);
  db.close();
});

serverWritesContract();

async function faultsIn(dataDir: string): Promise<string[]> {
  const inspector = await openInspector({ databaseUrl: undefined, dataDir });
  const found: string[] = [];
  await verifyStore(inspector, ({ what }) => found.push(what)).finally(() => inspector.close());
  return found;
}

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
  expect(await faultsIn(folder)).toEqual([]);
});

test('an index that is missing, and a list of devices that is none, are found', async () => {
  const folder = await newStore();
  const db = new DatabaseSync(join(folder, 'framme.db'));
  db.exec("INSERT INTO households (id, version, number, devices) VALUES ('aaaaaaaaaa', 1, 1, '[1]')");
  expect(await faultsIn(folder)).toContain('its list of devices is not as it must be');
  db.exec('DROP INDEX visits_open; DROP TABLE notices');
  db.close();
  expect(await faultsIn(folder)).toEqual([
    'the index notices_due is missing',
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
  const faults = await faultsIn(folder);
  expect(faults).toContain('1100 rows of outcomes refer to no row of households');
  expect(faults).toContain('is of version 9, and its household is at 1');
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
  expect((await faultsIn(folder)).join()).toMatch(/^the file is damaged: /);
  write('x'.repeat(100), 0);
  expect(await faultsIn(folder)).toEqual(['the file is damaged: it is no database, or cannot be read']);
});
