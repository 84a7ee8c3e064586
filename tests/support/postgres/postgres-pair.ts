import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { endOf, lineFrom, supervise } from './postgres-process.ts';

const SUPERVISOR = fileURLToPath(new URL('pair-supervisor.ts', import.meta.url));

/** A temporary primary and a standby that follows it; both end with the process that started them. */
export interface PostgresPair {
  primary: string;
  standby: string;
  /** Has each commit wait until the standby has it. */
  makeSynchronous(): Promise<void>;
  /** Stops the receiver of the standby once it has everything so far. */
  stopReceiver(): Promise<void>;
  /** Kills the primary with all its processes at once. */
  killPrimary(): Promise<void>;
  /** Lets the standby take over. */
  promote(): Promise<void>;
  stop(): Promise<void>;
}

export async function startPostgresPair(): Promise<PostgresPair> {
  const supervisor = supervise(SUPERVISOR);
  const [primary = '', standby = ''] = (await lineFrom(supervisor)).split(' ');
  return {
    ...{ primary, standby },
    async makeSynchronous() {
      await run(primary, "ALTER SYSTEM SET synchronous_standby_names = '*'");
      await run(primary, 'SELECT pg_reload_conf()');
      await until(primary, "SELECT FROM pg_stat_replication WHERE sync_state = 'sync'");
    },
    async stopReceiver() {
      await until(primary, 'SELECT FROM pg_stat_replication WHERE replay_lsn = pg_current_wal_lsn()');
      await run(standby, "ALTER SYSTEM SET primary_conninfo = ''");
      await run(standby, 'SELECT pg_reload_conf()');
      await until(standby, 'SELECT WHERE NOT EXISTS (SELECT FROM pg_stat_wal_receiver)');
    },
    async killPrimary() {
      supervisor.stdin.write('kill\n');
      await lineFrom(supervisor);
    },
    promote: async () => void (await run(standby, 'SELECT pg_promote()')),
    stop: () => endOf(supervisor),
  };
}

/** Runs one statement on its own connection. Returns the number of rows. */
async function run(address: string, sql: string): Promise<number> {
  const client = new Client({ connectionString: address });
  await client.connect();
  const { rowCount } = await client.query(sql);
  await client.end();
  return rowCount ?? 0;
}

/** Repeats a query until it has a row. */
async function until(address: string, sql: string): Promise<void> {
  for (let tries = 0; (await run(address, sql)) === 0; tries += 1) {
    if (tries === 400) throw new Error(`never: ${sql}`);
    await pause(25);
  }
}
