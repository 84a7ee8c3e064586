import { randomBytes } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { runSql, startPostgres } from '#tests/support/postgres/postgres-process.ts';
import { runFolder } from './measured-server.ts';

/** The location of a server's data, as its settings and `openStore` take it. */
export interface DataLocation {
  dataDir: string;
  databaseUrl?: string;
}

/** A kind of store: makes empty ones, and tells their size. */
export interface Place {
  name: 'SQLite' | 'PostgreSQL';
  bare: string;
  newLocation(): Promise<DataLocation>;
  /** The bytes of a store that no server has open, without what its deleted rows left behind. */
  bytesOf(location: DataLocation): Promise<number>;
  /** The bytes that PostgreSQL has written to its log, of all databases; NaN on SQLite. */
  logged(): Promise<number>;
  stop(): Promise<void>;
}

export const sqlite: Place = {
  name: 'SQLite',
  bare: 'bench/servers/bare-sqlite.ts',
  newLocation: async () => ({ dataDir: runFolder() }),
  bytesOf: async ({ dataDir }) => bytesIn(dataDir),
  logged: async () => Number.NaN,
  stop: async () => undefined,
};

function bytesIn(folder: string): number {
  return readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
}

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
    async bytesOf({ databaseUrl = '' }) {
      await runSql(databaseUrl, 'VACUUM FULL');
      const [row] = await runSql(databaseUrl, 'SELECT pg_database_size(current_database())::float8 AS bytes');
      return Number(row?.bytes);
    },
    async logged() {
      const [row] = await runSql(
        address,
        "SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 AS bytes",
      );
      return Number(row?.bytes);
    },
    async stop() {
      for (const name of made) await runSql(address, `DROP DATABASE ${name} WITH (FORCE)`);
      await stop();
    },
  };
}
