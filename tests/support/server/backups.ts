import { copyFileSync, cpSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import { openPostgresStore } from '#server/store/postgres/postgres.ts';
import { newDatabase } from '#tests/support/postgres/databases.ts';
import { type AppOptions, temporaryFolder } from './app.ts';

/** A copy of an app's data. */
export interface Backup {
  /** Puts the copy where the stopped app's data was, in one of the ways; returns the options to start on it. */
  restore(way: Way): Promise<AppOptions>;
}

/** The file is overwritten, or with it its folder's others; another takes its name; the folder is new; alike on PostgreSQL. */
export const WAYS = ['overwritten', 'folder overwritten', 'replaced', 'moved'] as const;
export type Way = (typeof WAYS)[number];

/** Options of an app on data that can be backed up: on PostgreSQL a database of its own. */
export async function ownData(): Promise<AppOptions & { dataDir: string }> {
  const dataDir = temporaryFolder();
  if (process.env.TEST_STORE !== 'postgres') return { dataDir };
  return { dataDir, env: { DATABASE_URL: await newDatabase() } };
}

/** Backs up the data of a running app, as docs/hosting/backup.md says. */
export function backUp({ dataDir, env }: AppOptions & { dataDir: string }): Promise<Backup> {
  const address = env?.DATABASE_URL;
  return address === undefined ? backUpFile(dataDir) : dump(dataDir, address);
}

async function backUpFile(dataDir: string): Promise<Backup> {
  const [file, copy] = [join(dataDir, 'framme.db'), join(temporaryFolder(), 'backup.db')];
  const [companion, itsCopy] = [join(dataDir, 'framme.epoch'), join(dirname(copy), 'framme.epoch')];
  const db = new DatabaseSync(file);
  db.exec(`VACUUM INTO '${copy}'`);
  db.close();
  copyFileSync(companion, itsCopy);
  return {
    restore: async (way) => {
      for (const suffix of ['-wal', '-shm']) rmSync(file + suffix, { force: true });
      if (way.endsWith('overwritten')) copyFileSync(copy, file);
      if (way === 'folder overwritten') copyFileSync(itsCopy, companion);
      if (way === 'replaced') renameSync(copy, file);
      if (way !== 'moved') return { dataDir };
      const other = temporaryFolder();
      cpSync(dataDir, other, { recursive: true });
      copyFileSync(copy, join(other, 'framme.db'));
      return { dataDir: other };
    },
  };
}

/** Like pg_dump: the rows of all tables, restored into an empty database, or over the rows of the same one. */
async function dump(dataDir: string, address: string): Promise<Backup> {
  const tables = await connected(address, async (client) => {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    const { rows } = await client.query<{ name: string }>(
      "SELECT quote_ident(table_name) AS name FROM information_schema.tables WHERE table_schema = 'public'",
    );
    const dumped: [string, string][] = [];
    for (const { name } of rows) {
      const { rows: all } = await client.query(
        `SELECT coalesce(json_agg(t), '[]')::text AS text FROM ${name} t`,
      );
      dumped.push([name, all[0].text]);
    }
    return dumped;
  });
  return {
    restore: async () => {
      const other = await newDatabase();
      await (await openPostgresStore(other)).close();
      await connected(other, (client) => fill(client, tables));
      return { dataDir, env: { DATABASE_URL: other } };
    },
  };
}

async function fill(client: Client, tables: readonly [string, string][]): Promise<void> {
  await client.query('SET session_replication_role = replica');
  for (const [name] of tables) await client.query(`DELETE FROM ${name}`);
  for (const [name, rows] of tables) {
    await client.query(`INSERT INTO ${name} SELECT * FROM json_populate_recordset(NULL::${name}, $1)`, [
      rows,
    ]);
  }
}

async function connected<T>(address: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: address });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
