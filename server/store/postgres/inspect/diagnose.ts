import { Client } from 'pg';
import type { Diagnosis } from '../../ports/diagnosis.ts';
import { driverOptions } from '../connection/connections.ts';
import { prepare } from '../schema/prepare.ts';

const STATE = `SELECT current_setting('server_version') AS version,
  round(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now`;

/** Asks a database for its version and clock, and finds out if a pooler shares its connections. Throws CannotOpenStore. */
export async function diagnoseDatabase(address: string): Promise<Diagnosis> {
  let state: { version: string; now: number } | undefined;
  let asked = 0;
  await prepare(address, async (client) => {
    asked = Date.now();
    state = (await client.query<{ version: string; now: number }>(STATE)).rows[0];
    asked = (asked + Date.now()) / 2;
  });
  if (!state) throw new Error('the database told nothing');
  return {
    version: `PostgreSQL ${state.version}`,
    clockAhead: Math.round(state.now - asked),
    isPooled: await isPooled(address),
  };
}

/** A pooler in transaction mode gives the connection of the first client to the second one, while that is in a transaction. */
async function isPooled(address: string): Promise<boolean> {
  const [first, second] = [new Client(driverOptions(address)), new Client(driverOptions(address))];
  for (const client of [first, second]) client.on('error', () => undefined);
  const processOf = async (client: Client) =>
    (await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]?.pid;
  try {
    await first.connect();
    await second.connect();
    const before = await processOf(first);
    await second.query('BEGIN');
    const others = await processOf(second);
    const after = await processOf(first);
    await second.query('COMMIT');
    return before !== after || before === others;
  } finally {
    await Promise.allSettled([first.end(), second.end()]);
  }
}
