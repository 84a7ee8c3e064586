import type { Client } from 'pg';
import type { StoreInspector, StoreReader } from '../../ports/inspector.ts';
import { batchReader } from '../connection/connection.ts';
import { clientOf, Hosts } from '../connection/hosts.ts';
import { requirePresentSchema } from '../schema/migrations.ts';
import { explaining, prepare } from '../schema/prepare.ts';

/** Opens a database for `verifyStore`. Throws CannotOpenStore if it cannot be reached or is of another version. */
export async function openPostgresInspector(address: string): Promise<StoreInspector> {
  const { client, reader } = await openPostgresReader(address);
  return {
    ...reader,
    examine: async () => ({ faults: await databaseFaults(client), isReadable: true }),
  };
}

/** Opens a database to read it, with its connection. Throws as above. */
export async function openPostgresReader(address: string): Promise<{ client: Client; reader: StoreReader }> {
  const hosts = new Hosts(address);
  await prepare(hosts, requirePresentSchema);
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

/** The references of one column each, as all of them are. */
const FOREIGN_KEYS = `SELECT c.conrelid::regclass::text AS child, quote_ident(a.attname) AS column,
    c.confrelid::regclass::text AS parent, quote_ident(p.attname) AS key
  FROM pg_constraint c
    JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
    JOIN pg_attribute p ON p.attrelid = c.confrelid AND p.attnum = c.confkey[1]
  WHERE c.contype = 'f' AND c.connamespace = current_schema()::regnamespace ORDER BY 1, 2`;

const INVALID_INDEXES = `SELECT indexrelid::regclass::text AS name FROM pg_index
  JOIN pg_class ON pg_class.oid = indrelid
  WHERE relnamespace = current_schema()::regnamespace AND NOT (indisvalid AND indisready)`;

/** Returns the rows that refer to none, as a restore without triggers leaves them, and indexes that are not valid. */
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
