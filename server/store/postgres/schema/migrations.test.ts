import { Client } from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { newSchema, runSql } from '#tests/support/postgres/databases.ts';
import { until } from '#tests/support/server/app.ts';
import { openPostgresStore } from '../postgres.ts';
import { migrate } from './migrations.ts';

async function connect(address: string): Promise<Client> {
  const client = new Client({ connectionString: address });
  client.on('error', () => undefined);
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

const tablesOf = async (address: string) =>
  (
    await runSql(address, 'SELECT tablename FROM pg_tables WHERE schemaname = current_schema() ORDER BY 1')
  ).map(({ tablename }) => tablename);

const stepsOf = (first: string, ...steps: string[]) => ({
  baseline: 1,
  steps,
  tables: [first, ...steps].join(';'),
});
const one = 'CREATE TABLE one (a int)';
/** A migration that blocks until the test opens the gate. */
const gatedTwo = 'LOCK TABLE gate IN ACCESS SHARE MODE; INSERT INTO one VALUES (2)';

async function closeGate(address: string): Promise<() => Promise<void>> {
  await runSql(address, 'CREATE TABLE gate ()');
  const keeper = await connect(address);
  await keeper.query('BEGIN; LOCK TABLE gate');
  return async () => void (await keeper.query('COMMIT'));
}

/** Resolves when `many` connections wait for a lock in this database. */
async function untilWaiting(address: string, many: number): Promise<void> {
  const waiting = `SELECT count(DISTINCT pid)::int AS many FROM pg_locks JOIN pg_stat_activity USING (pid)
    WHERE NOT granted AND datname = current_database()`;
  await until(async () => (await runSql(address, waiting))[0]?.many === many);
}

test('an instance that starts on an empty database while another fills it creates nothing twice', async () => {
  const address = await newSchema();
  const [first, second] = [await connect(address), await connect(address)];
  const openGate = await closeGate(address);
  const running = migrate(first, stepsOf(one, gatedTwo));
  await untilWaiting(address, 1);
  const queries = vi.spyOn(second, 'query');
  const waiting = migrate(second, stepsOf(one, gatedTwo));
  await untilWaiting(address, 2);
  await openGate();
  await Promise.all([running, waiting]);
  expect(await runSql(address, 'SELECT a FROM one')).toEqual([{ a: 2 }]);
  const replies = await Promise.allSettled(queries.mock.results.map(({ value }) => value));
  expect(replies.filter(({ status }) => status === 'rejected')).toEqual([]);
});

test('a failing migration leaves the schema before it', async () => {
  const address = await newSchema();
  const client = await connect(address);
  await migrate(client, stepsOf(one));
  await expect(migrate(client, stepsOf(one, 'CREATE TABLE two (a int)', 'nonsense'))).rejects.toThrow(
    /nonsense/,
  );
  expect(await tablesOf(address)).toEqual(['framme_schema', 'one']);
  await migrate(client, stepsOf(one, 'CREATE TABLE two (a int)'));
  expect(await tablesOf(address)).toEqual(['framme_schema', 'one', 'two']);
});

test('a migration killed midway leaves nothing, and the waiting instance does it all', async () => {
  const address = await newSchema();
  const [first, second] = [await connect(address), await connect(address)];
  const openGate = await closeGate(address);
  const pid = (await first.query('SELECT pg_backend_pid() AS pid')).rows[0]?.pid;
  const steps = stepsOf(one, gatedTwo);
  const killed = expect(migrate(first, steps)).rejects.toThrow();
  await untilWaiting(address, 1);
  const waiting = migrate(second, steps);
  await untilWaiting(address, 2);
  await runSql(address, `SELECT pg_terminate_backend(${pid})`);
  await killed;
  await openGate();
  await waiting;
  expect(await runSql(address, 'SELECT a FROM one')).toEqual([{ a: 2 }]);
});

test('a limit that the database sets for statements does not end a migration', async () => {
  const address = await newSchema();
  const client = await connect(address);
  await client.query('SET statement_timeout = 100');
  await migrate(client, stepsOf('SELECT pg_sleep(0.4)', one));
  expect(await tablesOf(address)).toEqual(['framme_schema', 'one']);
});

test('a newer schema is refused with a sentence and left alone', async () => {
  const address = await newSchema();
  await (await openPostgresStore(address)).close();
  await runSql(address, 'UPDATE framme_schema SET version = 99');
  await expect(openPostgresStore(address)).rejects.toThrow(
    /newer version of Framme \(schema 99; this version knows \d+\)/,
  );
  expect(await runSql(address, 'SELECT version FROM framme_schema')).toEqual([{ version: 99 }]);
});
