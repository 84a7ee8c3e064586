import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of a PostgreSQL server, and how the names of the databases begin that this run may make there. */
    postgres: { server: string; prefix: string };
  }
}

const KEEPER = fileURLToPath(new URL('postgres-keeper.ts', import.meta.url));

/** Gives all test files of a run one PostgreSQL server: the one in TEST_DATABASE_URL, or one that ends with the run. */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const prefix = `framme_test_${randomBytes(4).toString('hex')}`;
  const given = process.env.TEST_DATABASE_URL;
  if (given) {
    provide('postgres', { server: given, prefix });
    return () => dropDatabases(given, prefix);
  }
  // In a group of its own: a Ctrl-C ends the tests first, and the server by the end of its input.
  const keeper = spawn(process.execPath, [KEEPER], { stdio: 'pipe', detached: true });
  provide('postgres', { server: await addressFrom(keeper), prefix });
  return async () => {
    const ended = once(keeper, 'exit');
    keeper.stdin.end();
    await ended;
  };
}

/** On a server that stays, the databases of this run go. */
async function dropDatabases(server: string, prefix: string): Promise<void> {
  const client = new Client({ connectionString: server });
  await client.connect();
  const { rows } = await client.query(
    `SELECT datname AS name FROM pg_database WHERE starts_with(datname, '${prefix}')`,
  );
  for (const { name } of rows) await client.query(`DROP DATABASE ${name} WITH (FORCE)`);
  await client.end();
}

function addressFrom(keeper: ReturnType<typeof spawn>): Promise<string> {
  let complaints = '';
  keeper.stderr?.on('data', (chunk: Buffer) => {
    complaints += chunk.toString();
  });
  return new Promise((resolve, reject) => {
    keeper.stdout?.once('data', (chunk: Buffer) => resolve(chunk.toString().trim()));
    keeper.once('exit', () => reject(new Error(`The tests' PostgreSQL did not start.\n${complaints}`)));
  });
}
