import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { startPostgres } from './postgres-process.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of a PostgreSQL server, and the prefix of the databases that this run creates. */
    postgres: { server: string; prefix: string };
  }
}

/** Provides one PostgreSQL server to all test files: that of TEST_DATABASE_URL, or a temporary one. */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const prefix = `framme_test_${randomBytes(4).toString('hex')}`;
  const given = process.env.TEST_DATABASE_URL;
  if (given) {
    provide('postgres', { server: given, prefix });
    return () => dropDatabases(given, prefix);
  }
  const { address, stop } = await startPostgres();
  provide('postgres', { server: address, prefix });
  return stop;
}

/** Drops the databases of this run, on a server that stays. */
async function dropDatabases(server: string, prefix: string): Promise<void> {
  const client = new Client({ connectionString: server });
  await client.connect();
  const { rows } = await client.query(
    `SELECT datname AS name FROM pg_database WHERE starts_with(datname, '${prefix}')`,
  );
  for (const { name } of rows) await client.query(`DROP DATABASE ${name} WITH (FORCE)`);
  await client.end();
}
