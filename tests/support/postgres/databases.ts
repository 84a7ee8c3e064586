import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { runSql } from './postgres-process.ts';

export { runSql };

/** Creates an empty database on the run's server, which is dropped with the run. Returns its address. */
export async function newDatabase(options = "ENCODING 'UTF8'"): Promise<string> {
  const { server, prefix } = inject('postgres');
  const name = `${prefix}_${random()}`;
  await runSql(server, `CREATE DATABASE ${name} TEMPLATE template0 ${options}`);
  const address = new URL(server);
  address.pathname = `/${name}`;
  return address.href;
}

let ofThisFile: Promise<string> | undefined;

/** Creates an empty schema in the shared database of this file's tests, which is faster. Returns its address. */
export async function newSchema(): Promise<string> {
  ofThisFile ??= newDatabase();
  const address = new URL(await ofThisFile);
  const name = `test_${random()}`;
  await runSql(address.href, `CREATE SCHEMA ${name}`);
  address.searchParams.set('options', `-csearch_path=${name}`);
  return address.href;
}

const random = () => randomBytes(6).toString('hex');

/** Terminates all other connections to a database. Returns their number. */
export async function endConnections(address: string): Promise<number> {
  const ended = await runSql(
    address,
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  );
  return ended.length;
}
