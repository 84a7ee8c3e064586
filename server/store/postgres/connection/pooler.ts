import type { Client } from 'pg';
import { CannotOpenStore } from '../../ports/store.ts';
import { clientOf, driverOptions } from './hosts.ts';

/** A pooler in transaction mode gives the connection of the first client to the second one, while that is in a transaction. */
export async function isPooled(address: string): Promise<boolean> {
  const [first, second] = [clientOf(driverOptions(address)), clientOf(driverOptions(address))];
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

/** Throws CannotOpenStore behind a pooler that gives connections away: prepared statements and hints are of one connection. */
export async function refusePooler(address: string): Promise<void> {
  if (!(await isPooled(address))) return;
  throw new CannotOpenStore(
    'A pooler in transaction mode stands between Framme and the database, which loses prepared statements and hints of changes. ' +
      'Let DATABASE_URL lead to PostgreSQL itself, or set the pooler to session mode.',
  );
}
