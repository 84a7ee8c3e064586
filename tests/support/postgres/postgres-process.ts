import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';

/** A temporary PostgreSQL server that ends with the process that started it, even if that is killed. */
export interface PostgresProcess extends AsyncDisposable {
  address: string;
  /** Restarts it with its data at the same address; resolves when it accepts connections. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export async function startPostgres(): Promise<PostgresProcess> {
  const supervisor = supervise(new URL('postgres-supervisor.ts', import.meta.url));
  const address = await lineFrom(supervisor);
  return {
    address,
    async restart() {
      supervisor.stdin.write('restart\n');
      await lineFrom(supervisor);
    },
    stop: () => endOf(supervisor),
    [Symbol.asyncDispose]: () => endOf(supervisor),
  };
}

/** Starts a program that holds servers, in its own process group: Ctrl-C ends the tests first, and the closed input then ends the server. */
function supervise(program: URL): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [fileURLToPath(program)], { stdio: 'pipe', detached: true });
}

/** Ends what it holds. */
async function endOf(supervisor: ChildProcessWithoutNullStreams): Promise<void> {
  const ended = once(supervisor, 'exit');
  supervisor.stdin.end();
  await ended;
}

/** Resolves with the next line that it prints. */
function lineFrom(supervisor: ChildProcess): Promise<string> {
  let complaints = '';
  supervisor.stderr?.on('data', (chunk: Buffer) => {
    complaints += chunk.toString();
  });
  return new Promise((resolve, reject) => {
    supervisor.stdout?.once('data', (chunk: Buffer) => resolve(chunk.toString().trim()));
    supervisor.once('exit', () => reject(new Error(`The tests' PostgreSQL did not start.\n${complaints}`)));
  });
}

/** A temporary primary and a standby that follows it; both end with the process that started them. */
export interface PostgresPair extends AsyncDisposable {
  primary: string;
  standby: string;
  /** Makes each commit wait until the standby has it. */
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
  const supervisor = supervise(new URL('pair-supervisor.ts', import.meta.url));
  const [primary = '', standby = ''] = (await lineFrom(supervisor)).split(' ');
  return {
    ...{ primary, standby },
    async makeSynchronous() {
      await runSql(primary, "ALTER SYSTEM SET synchronous_standby_names = '*'");
      await runSql(primary, 'SELECT pg_reload_conf()');
      await until(primary, "SELECT FROM pg_stat_replication WHERE sync_state = 'sync'");
    },
    async stopReceiver() {
      await until(primary, 'SELECT FROM pg_stat_replication WHERE replay_lsn = pg_current_wal_lsn()');
      await runSql(standby, "ALTER SYSTEM SET primary_conninfo = ''");
      await runSql(standby, 'SELECT pg_reload_conf()');
      await until(standby, 'SELECT WHERE NOT EXISTS (SELECT FROM pg_stat_wal_receiver)');
    },
    async killPrimary() {
      supervisor.stdin.write('kill\n');
      await lineFrom(supervisor);
    },
    promote: async () => void (await runSql(standby, 'SELECT pg_promote()')),
    stop: () => endOf(supervisor),
    [Symbol.asyncDispose]: () => endOf(supervisor),
  };
}

/** Runs one statement on its own connection. Returns the rows. */
export async function runSql(address: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: address });
  // Two calls of endConnections can end each other; the caller sees the rejected query.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Repeats a query until it has a row. */
async function until(address: string, sql: string): Promise<void> {
  for (let tries = 0; (await runSql(address, sql)).length === 0; tries += 1) {
    if (tries === 400) throw new Error(`never: ${sql}`);
    await pause(25);
  }
}
