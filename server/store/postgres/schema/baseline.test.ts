import { Client } from 'pg';
import { expect, test } from 'vitest';
import { newDatabase, runSql } from '#tests/support/postgres/databases.ts';
import { rowTexts } from '#tests/support/postgres/row-texts.ts';
import { temporaryFolder } from '#tests/support/server/app.ts';
import {
  baseline,
  baselineContract,
  baselinePhonesContract,
  IN_ITS_PLACE,
  INVITE_ROW,
  REFUSED,
} from '#tests/support/server/baseline.ts';
import { framme } from '#tests/support/server/framme-command.ts';
import { openPostgresStore } from '../postgres.ts';
import { baselineSchema } from './baseline.ts';
import { migrate } from './migrations.ts';
import { eighthSchema } from './schema-8.ts';
import { ninthSchema } from './schema-9.ts';
import { tenthSchema } from './schema-10.ts';
import { eleventhSchema } from './schema-11.ts';

async function databaseOf(...more: string[]): Promise<string> {
  const address = await newDatabase();
  for (const sql of [baseline('postgres'), ...more]) await runSql(address, sql);
  return address;
}

async function withClient<T>(address: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: address });
  client.on('error', () => undefined);
  await client.connect();
  return work(client).finally(() => client.end().catch(() => undefined));
}

/** Returns columns in their order, indexes, keys and references, one row each. */
function schemaOf(address: string): Promise<Record<string, unknown>[]> {
  return runSql(
    address,
    `SELECT concat_ws(' ', table_name, ordinal_position, column_name, data_type, collation_name, is_nullable, column_default) AS line
     FROM information_schema.columns WHERE table_schema = 'public'
     UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
     UNION ALL SELECT concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)) FROM pg_constraint
       WHERE connamespace = 'public'::regnamespace AND contype IN ('p', 'u', 'f', 'c')
     ORDER BY line`,
  );
}

baselineContract(async () => ({ env: { DATABASE_URL: await databaseOf(IN_ITS_PLACE.postgres) } }));
baselinePhonesContract(async () => ({ env: { DATABASE_URL: await databaseOf(IN_ITS_PLACE.postgres) } }));

test('the baseline that is created is the one that 0.1.0 made, and migrates to the schema of a new database', async () => {
  const [old, created, fresh] = [await databaseOf(), await newDatabase(), await newDatabase()];
  await withClient(created, (client) => migrate(client, { baseline: 7, steps: [baselineSchema] }));
  expect(await schemaOf(created)).toEqual(await schemaOf(old));
  for (const address of [old, fresh]) await (await openPostgresStore(address)).close();
  const schema = await schemaOf(old);
  expect(schema.length).toBeGreaterThan(60);
  expect(schema).toEqual(await schemaOf(fresh));
});

test('a migration keeps every row of the baseline, which has some in each table, and the hash of its invitation', async () => {
  const address = await databaseOf();
  const rows = async () => {
    const texts = await rowTexts(address);
    return texts.filter((row) => !/^\{"(?:version":\d+\}$|epoch)/.test(row)).toSorted();
  };
  const empty = await runSql(
    address,
    `SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
       AND query_to_xml('SELECT 1 FROM ' || relname || ' LIMIT 1', FALSE, TRUE, '')::text = ''`,
  );
  expect(empty).toEqual([]);
  const before = await rows();
  await withClient(address, (client) => migrate(client));
  expect(await rows()).toEqual([...before, JSON.stringify(INVITE_ROW)].toSorted());
  expect(await runSql(address, 'SELECT epoch, restored_at FROM store_epoch')).toEqual([
    { epoch: expect.stringMatching(/^\w{26}$/), restored_at: null },
  ]);
});

test('a database from before the baseline is refused with a sentence, and nothing in it changes', async () => {
  const address = await databaseOf();
  await runSql(address, 'UPDATE framme_schema SET version = 5');
  const state = async () => [await schemaOf(address), await rowTexts(address)];
  const before = await state();
  await expect(openPostgresStore(address)).rejects.toThrow(REFUSED);
  await expect(openPostgresStore(address, { backups: temporaryFolder() })).rejects.toThrow(REFUSED);
  const env = { DATABASE_URL: address, DATA_DIR: temporaryFolder() };
  expect(await framme(env, 'migrate')).toEqual({ code: 1, stdout: '', stderr: `${REFUSED}\n` });
  expect(await state()).toEqual(before);
});

test.each([
  ['the migration to schema 8', () => databaseOf(), [baselineSchema], eighthSchema],
  ['the migration to schema 9', () => databaseOf(), [baselineSchema], eighthSchema + ninthSchema],
  [
    'the migration to schema 11',
    () => databaseOf(),
    [baselineSchema],
    eighthSchema + ninthSchema + tenthSchema + eleventhSchema,
  ],
  ['the creation of the baseline', () => newDatabase(), [], baselineSchema],
])('%s that is killed between its statements leaves what was there', async (_what, make, done, step) => {
  const address = await make();
  const state = async () => [await schemaOf(address), await rowTexts(address)];
  const before = await state();
  const statements = step.split(/;\n/).slice(0, -1);
  expect(statements.length).toBeGreaterThan(7);
  const stride = Math.ceil(statements.length / 10);
  for (let count = 0; count < statements.length; count += stride) {
    const killed = [...statements.slice(0, count + 1), 'SELECT pg_terminate_backend(pg_backend_pid())'];
    const schemas = { baseline: 7, steps: [...done, killed.join(';\n')] };
    await expect(withClient(address, (client) => migrate(client, schemas))).rejects.toThrow(/terminat/);
    expect(await state()).toEqual(before);
  }
  await (await openPostgresStore(address)).close();
  expect(await runSql(address, 'SELECT version FROM framme_schema')).toEqual([{ version: 11 }]);
});

test('a migration waits for a tap of the version before, and neither fails', async () => {
  const address = await databaseOf();
  const tap = new Client({ connectionString: address });
  await tap.connect();
  // Of a deadlock the tap would be the victim; the migration, which tries again, would hide it.
  await tap.query("SET deadlock_timeout = '1ms'");
  await tap.query('BEGIN; SELECT FROM households FOR UPDATE');
  const opening = openPostgresStore(address);
  const waits = () =>
    runSql(
      address,
      'SELECT count(*)::int FROM pg_locks JOIN pg_database d ON d.oid = database WHERE datname = current_database() AND NOT granted',
    );
  await expect.poll(waits).toEqual([{ count: 1 }]);
  await tap.query('SELECT count(*) FROM visit_links; COMMIT');
  await tap.end();
  await (await opening).close();
  expect(await runSql(address, 'SELECT version FROM framme_schema')).toEqual([{ version: 11 }]);
});
