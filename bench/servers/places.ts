import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { startPostgres } from '#tests/support/postgres/postgres-process.ts';
import { runFolder } from './measured-server.ts';

/** The location of a server's data, as its settings and `openStore` take it. */
export interface DataLocation {
  dataDir: string;
  databaseUrl?: string;
}

/** A kind of store: makes empty ones. */
export interface Place {
  name: 'SQLite' | 'PostgreSQL';
  bare: string;
  newLocation(): Promise<DataLocation>;
  stop(): Promise<void>;
}

export const sqlite: Place = {
  name: 'SQLite',
  bare: 'bench/servers/bare-sqlite.ts',
  newLocation: async () => ({ dataDir: runFolder() }),
  stop: async () => undefined,
};

/** Uses the server in DATABASE_URL, whose user must be allowed to create databases, or starts a temporary one. */
export async function postgres(): Promise<Place> {
  const given = process.env.DATABASE_URL;
  const { address, stop } = given ? { address: given, stop: async () => undefined } : await startPostgres();
  const made: string[] = [];
  return {
    name: 'PostgreSQL',
    bare: 'bench/servers/bare-postgres.ts',
    async newLocation() {
      const name = `framme_bench_${randomBytes(6).toString('hex')}`;
      await runSql(address, `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`);
      made.push(name);
      return { dataDir: runFolder(), databaseUrl: Object.assign(new URL(address), { pathname: name }).href };
    },
    async stop() {
      for (const name of made) await runSql(address, `DROP DATABASE ${name} WITH (FORCE)`);
      await stop();
    },
  };
}

async function runSql(address: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: address });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
