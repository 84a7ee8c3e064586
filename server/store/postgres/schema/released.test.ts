import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { isoTime } from '#domain/time.ts';
import { newDatabase, runSql } from '#tests/support/postgres/databases.ts';
import { rowTexts } from '#tests/support/postgres/row-texts.ts';
import {
  fixture,
  GIVEN,
  givenRows,
  RESERVED_ADDRESS,
  releasedHouseholdContract,
  releasedSessionContract,
  releasedVisitContract,
} from '#tests/support/server/released-schemas.ts';
import { lastChange } from '../backup/restore-dump.ts';
import { openPostgresStore } from '../postgres.ts';
import { migrate } from './migrations.ts';
import { firstSchema } from './schema-1.ts';
import { secondSchema } from './schema-2.ts';
import { thirdSchema } from './schema-3.ts';
import { fourthSchema } from './schema-4.ts';
import { sixthSchema } from './schema-6.ts';
import { seventhSchema } from './schema-7.ts';

const AT_FOUR =
  'CREATE TABLE framme_schema (version integer NOT NULL); INSERT INTO framme_schema (version) VALUES (4)';

async function databaseOf(schema: 1 | 2 | 4 | 5 | 6 | 7): Promise<string> {
  if (schema === 7) {
    const former = await databaseOf(6);
    await runSql(former, `${seventhSchema}; UPDATE framme_schema SET version = 7`);
    return former;
  }
  const address = await newDatabase();
  if (schema === 6) {
    await runSql(address, fixture(5, 'postgres'));
    await runSql(address, `${sixthSchema}; UPDATE framme_schema SET version = 6`);
  } else if (schema !== 4) await runSql(address, fixture(schema, 'postgres'));
  else
    for (const step of [firstSchema, secondSchema, thirdSchema, fourthSchema, AT_FOUR])
      await runSql(address, step);
  return address;
}

releasedHouseholdContract(async () => ({ env: { DATABASE_URL: await databaseOf(1) } }));
releasedSessionContract(async () => ({ env: { DATABASE_URL: await databaseOf(2) } }));
releasedVisitContract(async () => ({ env: { DATABASE_URL: await databaseOf(5) } }));

test.each([1, 2, 4, 5, 6, 7] as const)(
  'schema %i migrates to the schema of a new database',
  async (released) => {
    const [old, fresh] = [await databaseOf(released), await newDatabase()];
    for (const address of [old, fresh]) await (await openPostgresStore(address)).close();
    const schema = await schemaOf(old);
    expect(schema.length).toBeGreaterThan(60);
    expect(schema).toEqual(await schemaOf(fresh));
  },
);

test('the rows by which schema 4 reserved a former address go, and the link that restores it stays', async () => {
  const address = await databaseOf(4);
  await runSql(address, RESERVED_ADDRESS);
  await (await openPostgresStore(address)).close();
  expect(await runSql(address, 'SELECT hash FROM tickets')).toEqual([{ hash: 'link' }]);
});

test('schema 6 keeps what it knows of each op, and its notices in their state', async () => {
  const address = await databaseOf(6);
  const [{ id } = {}] = await runSql(address, 'SELECT id FROM households');
  await runSql(address, 'TRUNCATE outcomes, notices');
  const at = '2026-05-04T12:30:00.061Z';
  const known = {
    plain: { result: 'done', version: 5 },
    refused: { result: 'refused', refusal: { code: 'invalid-arguments', field: 'name' } },
    since: { result: 'done', version: 6, since: at },
    idle: { result: 'done', version: 7, idle: true },
  };
  for (const [op, outcome] of Object.entries(known)) {
    const words = JSON.stringify({ op, ...outcome }).replaceAll("'", "''");
    await runSql(address, `INSERT INTO outcomes VALUES ('${id}', '${op}', 'device', 1, '${words}', '${at}')`);
  }
  const waiting = (about: string) => `'${JSON.stringify({ about, name: 'Ella' })}', '${at}'`;
  await runSql(
    address,
    `INSERT INTO notices (household, number, about, kind, message, due_at, taken, attempts, sent_at) VALUES
      ('${id}', 1, 'plain', 'first', NULL, '${at}', FALSE, 1, '${at}'),
      ('${id}', 2, 'purged', 'first', NULL, '${at}', FALSE, 2, '2026-05-04T12:31:00.000Z'),
      ('${id}', 3, 'plain', 'taken-back', ${waiting('plain')}, FALSE, 0, NULL),
      ('${id}', 4, 'since', 'first', ${waiting('since')}, FALSE, 0, NULL)`,
  );
  const parts: number[] = [];
  const store = await openPostgresStore(address, { onMigration: ({ part = 0 }) => parts.push(part) });
  onTestFinished(() => store.close());
  expect(parts).toEqual([1, 2, 3, 4, 5, 6]);
  const ops = [...Object.keys(known), 'purged', 'unknown'];
  const { outcomes } = await store.transact(`${id}`, (transaction) => transaction.begin('device', ops));
  expect([...outcomes].toSorted()).toEqual(
    Object.entries(known)
      .map(([op, outcome]) => [
        op,
        { op, ...outcome, ...(outcome.result === 'done' && { receivedAt: Date.parse(at) }) },
      ])
      .toSorted(),
  );
  expect(await runSql(address, 'SELECT op, recorded_at FROM outcomes WHERE notified ORDER BY op')).toEqual([
    { op: 'plain', recorded_at: `${Date.parse(at)}` },
    { op: 'purged', recorded_at: `${Date.parse('2026-05-04T12:31:00.000Z')}` },
  ]);
  const taken = await store.takeNotices(at, '2026-05-05', 9);
  expect(taken.map(({ notice, isCorrection }) => [notice.about, isCorrection])).toEqual([
    ['plain', true],
    ['since', false],
  ]);
});

test('a migration to schema 7 that is killed after any of its statements leaves schema 6 and its rows', async () => {
  const address = await databaseOf(6);
  const state = async () => [await schemaOf(address), await rowTexts(address)];
  const before = await state();
  const statements = seventhSchema.split(/;\n/).slice(0, -1);
  expect(statements.length).toBeGreaterThan(15);
  for (const count of statements.keys()) {
    const killed = [...statements.slice(0, count + 1), 'SELECT pg_terminate_backend(pg_backend_pid())'];
    const client = new Client({ connectionString: address });
    client.on('error', () => undefined);
    await client.connect();
    await expect(migrate(client, [...Array(6).fill(''), killed.join(';\n')])).rejects.toThrow(/terminat/);
    expect(await state()).toEqual(before);
  }
  await (await openPostgresStore(address)).close();
  expect(await runSql(address, 'SELECT version FROM framme_schema')).toEqual([{ version: 8 }]);
});

/** Returns columns, indexes and keys, one row each. */
function schemaOf(address: string): Promise<Record<string, unknown>[]> {
  return runSql(
    address,
    `SELECT concat_ws(' ', table_name, column_name, data_type, collation_name, is_nullable, column_default) AS line
     FROM information_schema.columns WHERE table_schema = 'public'
     UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
     UNION ALL SELECT concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)) FROM pg_constraint
       WHERE connamespace = 'public'::regnamespace AND contype IN ('p', 'u', 'f')
     ORDER BY line`,
  );
}

test('links of schema 7 lead where they led, and the hash of an open invitation is kept', async () => {
  const address = await databaseOf(7);
  await runSql(address, GIVEN.replace('HOUSEHOLD', '(SELECT id FROM households)'));
  await (await openPostgresStore(address)).close();
  const [{ id } = {}] = await runSql(address, 'SELECT id FROM households');
  expect(
    await runSql(address, 'SELECT hash, household, path, made_at FROM visit_links ORDER BY hash'),
  ).toEqual(givenRows(id));
});

test('a migration to schema 7 waits for a tap of the version before, and neither fails', async () => {
  const address = await databaseOf(6);
  const tap = new Client({ connectionString: address });
  await tap.connect();
  await tap.query('BEGIN; SELECT FROM households FOR UPDATE');
  const opening = openPostgresStore(address);
  const waits = () =>
    runSql(
      address,
      'SELECT count(*)::int FROM pg_locks JOIN pg_database d ON d.oid = database WHERE datname = current_database() AND NOT granted',
    );
  await expect.poll(waits).toEqual([{ count: 1 }]);
  await tap.query('SELECT count(*) FROM outcomes; COMMIT');
  await tap.end();
  await (await opening).close();
  expect(await runSql(address, 'SELECT version FROM framme_schema')).toEqual([{ version: 8 }]);
});

test('the last change in a restored database is the same ISO time before and after the migration to schema 7', async () => {
  const address = await databaseOf(6);
  const seen = async () => {
    const client = new Client({ connectionString: address });
    await client.connect();
    const last = await lastChange(client);
    await client.end();
    return last;
  };
  const before = await seen();
  expect(isoTime(Date.parse(before ?? ''))).toBe(before);
  await (await openPostgresStore(address)).close();
  expect(await seen()).toBe(before);
});
