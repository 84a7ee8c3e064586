import type { Client } from 'pg';
import { PUSH_KEY_MADE_AT } from '../auth/activity.ts';
import type { Diagnosis, StoreInspector, StoreReader } from '../ports/inspector.ts';
import { batchReader } from './connection/connection.ts';
import { clientOf, Hosts, isPooled } from './connection/hosts.ts';
import { movedAwayWarning } from './epoch.ts';
import { migrationTarget, requireCurrentSchema } from './schema/migrations.ts';
import { explaining, prepare } from './schema/prepare.ts';

/** Throws CannotOpenStore if unreachable or of another version. */
export async function openPostgresInspector(address: string): Promise<StoreInspector> {
  const { client, reader } = await openPostgresReader(address);
  return {
    ...reader,
    examine: async () => ({ faults: await databaseFaults(client), isReadable: true }),
  };
}

/** Throws CannotOpenStore if unreachable or of another version. */
export async function openPostgresReader(address: string): Promise<{ client: Client; reader: StoreReader }> {
  const hosts = new Hosts(address);
  await prepare(hosts, requireCurrentSchema);
  const client = clientOf(hosts.options);
  await explaining(hosts, () => client.connect());
  const reader: StoreReader = {
    ...batchReader(client),
    async moment(read) {
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY');
      try {
        return await read();
      } finally {
        await client.query('COMMIT');
      }
    },
    close: () => client.end(),
  };
  return { client, reader };
}

interface ForeignKey {
  child: string;
  column: string;
  parent: string;
  key: string;
}

/** All references have one column. */
const FOREIGN_KEYS = `SELECT c.conrelid::regclass::text AS child, quote_ident(a.attname) AS column,
    c.confrelid::regclass::text AS parent, quote_ident(p.attname) AS key
  FROM pg_constraint c
    JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
    JOIN pg_attribute p ON p.attrelid = c.confrelid AND p.attnum = c.confkey[1]
  WHERE c.contype = 'f' AND c.connamespace = current_schema()::regnamespace ORDER BY 1, 2`;

const INVALID_INDEXES = `SELECT indexrelid::regclass::text AS name FROM pg_index
  JOIN pg_class ON pg_class.oid = indrelid
  WHERE relnamespace = current_schema()::regnamespace AND NOT (indisvalid AND indisready)`;

/** Rows that refer to none, as after a restore without triggers, and invalid indexes. */
async function databaseFaults(client: Client): Promise<string[]> {
  const faults: string[] = [];
  const { rows: keys } = await client.query<ForeignKey>(FOREIGN_KEYS);
  if (keys.length === 0)
    faults.push('the tables have no references to each other: they were restored in part');
  for (const { child, column, parent, key } of keys) {
    const { rows } = await client.query<{ count: number }>(`
       SELECT count(*) AS count FROM ${child} WHERE ${column} IS NOT NULL
       AND NOT EXISTS (SELECT FROM ${parent} WHERE ${parent}.${key} = ${child}.${column})`);
    const count = rows[0]?.count ?? 0;
    if (count > 0) faults.push(`${count} rows of ${child} refer to no row of ${parent}`);
  }
  const indexes = await client.query<{ name: string }>(INVALID_INDEXES);
  faults.push(...indexes.rows.map(({ name }) => `the index ${name} is not valid: REINDEX INDEX ${name}`));
  return faults;
}

const STATE = `SELECT current_setting('server_version') AS version,
  round(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now`;

const IS_NEW = `SELECT to_regclass('secrets') IS NULL AS "isNew"`;

/** Throws CannotOpenStore. */
export async function diagnoseDatabase(address: string): Promise<Diagnosis> {
  let state: { version: string; now: number } | undefined;
  let asked = 0;
  let migratesTo: number | undefined;
  let movedAway: string | undefined;
  let pushKeyMadeAt: string | undefined;
  const hosts = new Hosts(address);
  await prepare(hosts, async (client) => {
    asked = Date.now();
    state = (await client.query<{ version: string; now: number }>(STATE)).rows[0];
    asked = (asked + Date.now()) / 2;
    migratesTo = await migrationTarget(client);
    movedAway = await movedAwayWarning(client);
    const [found] = (await client.query<{ isNew: boolean }>(IS_NEW)).rows;
    if (!found?.isNew)
      pushKeyMadeAt = (await client.query<{ madeAt: string }>(PUSH_KEY_MADE_AT)).rows[0]?.madeAt;
  });
  if (!state) throw new Error('the database told nothing');
  return {
    version: `PostgreSQL ${state.version}`,
    clockAhead: Math.round(state.now - asked),
    migratesTo,
    movedAway,
    pushKeyMadeAt,
    isPooled: await isPooled(hosts.present),
  };
}
