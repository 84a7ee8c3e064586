import { Client } from 'pg';
import { expect, test, vi } from 'vitest';
import { newDatabase, runSql } from '#tests/support/postgres/databases.ts';
import { rowTexts } from '#tests/support/postgres/row-texts.ts';
import { temporaryFolder } from '#tests/support/server/app.ts';
import {
  baseline,
  baselineContract,
  IN_ITS_PLACE,
  INVITE_ROW,
  LAST_OWN,
  REFUSED,
} from '#tests/support/server/baseline.ts';
import { framme } from '#tests/support/server/framme-command.ts';
import { currentTables } from '../../schema/tables.ts';
import { openPostgresStore } from '../postgres.ts';
import { CURRENT_SCHEMA, migrate, schemaNames } from './migrations.ts';
import { ownSteps } from './own-steps.ts';

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

test('the baseline has only names that a dump may have, and migrates to the schema of a new database', async () => {
  const [old, fresh] = [await databaseOf(), await newDatabase()];
  const named = await runSql(
    old,
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace
       AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = pg_class.oid AND contype IN ('p', 'u'))`,
  );
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter(({ name }) => !schemaNames().has(String(name)))).toEqual([]);
  for (const address of [old, fresh]) await (await openPostgresStore(address)).close();
  const schema = await schemaOf(old);
  expect(schema.length).toBeGreaterThan(60);
  expect(schema).toEqual(await schemaOf(fresh));
});

/** A database of schema 11, with rows in each table if `rows` are given. */
async function lastOwn(rows?: string): Promise<string> {
  const address = await databaseOf();
  await withClient(address, (client) => migrate(client, LAST_OWN.postgres.schemas));
  if (rows !== undefined) await runSql(address, rows);
  return address;
}

type Rows = Record<string, unknown>[];

/** The rows by table. */
async function rowsOf(address: string): Promise<Record<string, Rows>> {
  const tables = await runSql(address, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'");
  const rows = tables.map(async ({ tablename: name }) => {
    const [found] = await runSql(address, `SELECT json_agg(t) AS rows FROM ${name} t`);
    return [String(name), (found?.rows ?? []) as Rows] as const;
  });
  const { framme_schema: _schema, ...others } = Object.fromEntries(await Promise.all(rows));
  return others;
}

/** In an order of their own: a table has none. */
const inOrder = (tables: Record<string, Rows>) =>
  Object.fromEntries(
    Object.entries(tables).map(([name, rows]) => [
      name,
      rows.map((row) => JSON.stringify(row, Object.keys(row).toSorted())).toSorted(),
    ]),
  );

test('the steps to schema 11 keep every row of the baseline, which has some in each table, and the hash of its invitation', async () => {
  const before = await rowsOf(await databaseOf());
  expect(Object.entries(before).filter(([, rows]) => rows.length === 0)).toEqual([]);
  const { store_epoch: epoch, ...others } = await rowsOf(await lastOwn());
  const { after_restore: log, alerts, push_devices: devices, followers, ...after } = others;
  const { visit_links: links = [], store_epoch: formerEpoch = [], ...rest } = before;
  expect(inOrder(after)).toEqual(inOrder({ ...rest, visit_links: [...links, INVITE_ROW] }));
  expect([log, alerts, devices, followers]).toEqual([[], [], [], []]);
  expect(epoch).toMatchObject(formerEpoch);
});

/** The rows of schema 11, as schema 13 has them. */
function expectedRows(before: Record<string, Rows>): Record<string, Rows> {
  const { households = [], documents = [], devices = [], outcomes = [], notices = [], ...others } = before;
  const { followers = [], visit_links: links = [], store_epoch: epoch = [], ...rest } = others;
  const { purges = [], alerts = [], after_restore: log = [], ...same } = rest;
  const ids = households.map(({ id }) => id).toSorted();
  const numberOf = (id: unknown) => (id === null ? null : ids.indexOf(id) + 1);
  const numbered = (rows: Rows): Rows => rows.map((row) => ({ ...row, household: numberOf(row.household) }));
  const asInteger = (flag: unknown) => (flag === null ? null : Number(flag));
  const keyOf = (path: unknown) => {
    const [, child = null, , visit = null] = typeof path === 'string' ? path.split('/') : [];
    return { child, visit };
  };
  const isVisit = ({ path }: Rows[number]) => String(path).includes('/visits/');
  return {
    ...same,
    households: households.map(({ last_notice: _notice, ...row }) => {
      const own = devices.filter(({ household }) => household === row.id);
      const pairs = own.map(({ device, last_sequence: last }) => [String(device), Number(last)] as const);
      const listed = pairs.toSorted((a, b) => a[1] - b[1]).map(([device, last]) => `["${device}", ${last}]`);
      return { ...row, number: numberOf(row.id), devices: `[${listed.join(', ')}]` };
    }),
    people: numbered(documents.filter((row) => !isVisit(row))).map(
      ({ open: _open, start: _start, visitor: _visitor, ...row }) => row,
    ),
    visits: numbered(documents.filter(isVisit)).map(({ path, open, ...row }) => {
      const { child, visit: id } = keyOf(path);
      return { ...row, child, id, open: row.body === null ? null : asInteger(open) };
    }),
    tombstone_times: TOMBSTONE_TIMES,
    outcomes: numbered(outcomes).map((row) => ({ ...row, notified: asInteger(row.notified) })),
    notices: numbered(notices)
      .toSorted((a, b) => Number(a.number) - Number(b.number))
      .map(({ number: _number, taken, ...row }, index) => ({
        ...row,
        id: index + 1,
        taken: asInteger(taken),
      })),
    visit_links: numbered(links).map(({ path, ...row }) => ({ ...row, ...keyOf(path) })),
    followers: followers.map((row) => ({ ...row, host: numberOf(row.host), home: numberOf(row.home) })),
    store_epoch: epoch.map(({ home, ...row }) => ({ ...row, mark: home })),
    coming: [],
    ...{ purges: numbered(purges), alerts: numbered(alerts), after_restore: numbered(log) },
  };
}

/** Those of a tap have its time; the latest of a family that no tap made has that of its last tap. */
const TOMBSTONE_TIMES = [
  { household: 1, version: 5, removed_at: 1777899900000 },
  { household: 2, version: 11, removed_at: 1777899182875 },
  { household: 2, version: 12, removed_at: 1777899182901 },
  { household: 2, version: 15, removed_at: 1777899182980 },
];

test('the step to schema 13 keeps every row of every table, in its new form', async () => {
  const address = await lastOwn(LAST_OWN.postgres.rows);
  const before = await rowsOf(address);
  expect(Object.entries(before).filter(([, rows]) => rows.length === 0)).toEqual([]);
  await withClient(address, (client) => migrate(client));
  expect(inOrder(await rowsOf(address))).toEqual(inOrder(expectedRows(before)));
});

test('a migrated database gives the number of a deleted family, and of a notice, to no other', async () => {
  const address = await lastOwn(LAST_OWN.postgres.rows);
  await withClient(address, (client) => migrate(client));
  await runSql(address, 'DELETE FROM households WHERE number = 2');
  expect(await runSql(address, 'SELECT FROM notices')).toEqual([]);
  const family = await runSql(
    address,
    "INSERT INTO households (id, version) VALUES ('new', 1) RETURNING number",
  );
  expect(family).toEqual([{ number: '3' }]);
  const notice = `INSERT INTO notices (household, about, kind, message, due_at) VALUES (3, '', '', '', '') RETURNING id`;
  expect(await runSql(address, notice)).toEqual([{ id: '4' }]);
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

const { rows: lastRows } = LAST_OWN.postgres;
test.each([
  ['the migration of the baseline', 7, () => databaseOf(), ownSteps.join('\n')],
  ['the migration of schema 11', 11, () => lastOwn(lastRows), ownSteps.slice(4).join('\n')],
  ['the creation of the tables', 0, () => newDatabase(), currentTables],
])('%s that is killed between its statements leaves what was there', async (_what, from, make, step) => {
  const address = await make();
  const state = async () => [await schemaOf(address), await rowTexts(address)];
  const before = await state();
  // A block in its own language is one statement.
  const statements = step.split(/;\n(?!END \$\$)/).slice(0, -1);
  expect(statements.length).toBeGreaterThan(30);
  const stride = Math.ceil(statements.length / 10);
  for (let count = 0; count < statements.length; count += stride) {
    const killed = [...statements.slice(0, count + 1), 'SELECT pg_terminate_backend(pg_backend_pid())'].join(
      ';\n',
    );
    const schemas = { baseline: from, steps: [killed], tables: killed };
    await expect(withClient(address, (client) => migrate(client, schemas))).rejects.toThrow(/terminat/);
    expect(await state()).toEqual(before);
  }
  await (await openPostgresStore(address)).close();
  expect(await runSql(address, 'SELECT version FROM framme_schema')).toEqual([{ version: CURRENT_SCHEMA }]);
});

test('a migration is refused with a sentence while another server is connected, and goes on once it has gone', async () => {
  const address = await lastOwn();
  const server = new Client({ connectionString: address, application_name: 'framme' });
  await server.connect();
  const version = () => runSql(address, 'SELECT version FROM framme_schema');
  await expect(openPostgresStore(address)).rejects.toThrow(
    'The database must be migrated, and another server uses it. Stop all servers and commands of the version before, then start one.',
  );
  expect(await version()).toEqual([{ version: 11 }]);
  await withClient(address, async (client) => {
    const query = client.query.bind(client) as (...words: unknown[]) => Promise<unknown>;
    // It ends after the first look.
    vi.spyOn(client, 'query').mockImplementation(async (...words: unknown[]) => {
      const answer = await query(...words);
      if (String(words[0]).includes('pg_stat_activity')) await server.end();
      return answer;
    });
    await migrate(client);
  });
  expect(await version()).toEqual([{ version: CURRENT_SCHEMA }]);
});

test('servers that start at once on a database of the version before all open', async () => {
  const address = await lastOwn(lastRows);
  const stores = await Promise.all([1, 2, 3, 4].map(() => openPostgresStore(address)));
  expect(await Promise.all(stores.map((store) => store.countHouseholds()))).toEqual([2, 2, 2, 2]);
  await Promise.all(stores.map((store) => store.close()));
});

test('a migration waits for the transaction of another program, and neither fails', async () => {
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
  expect(await runSql(address, 'SELECT version FROM framme_schema')).toEqual([{ version: CURRENT_SCHEMA }]);
});
