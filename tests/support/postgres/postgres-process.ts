import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const SUPERVISOR = fileURLToPath(new URL('postgres-supervisor.ts', import.meta.url));
const PAIR_SUPERVISOR = fileURLToPath(new URL('pair-supervisor.ts', import.meta.url));

/** A temporary PostgreSQL server that ends with the process that started it, even if that is killed. */
export interface PostgresProcess {
  address: string;
  /** Restarts it with its data at the same address; resolves when it accepts connections. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export async function startPostgres(): Promise<PostgresProcess> {
  const supervisor = supervise(SUPERVISOR);
  const address = await lineFrom(supervisor);
  return {
    address,
    async restart() {
      supervisor.stdin.write('restart\n');
      await lineFrom(supervisor);
    },
    stop: () => endOf(supervisor),
  };
}

/** A temporary primary and a standby that follows it. */
export interface PostgresPair {
  primary: string;
  standby: string;
  /** Kills the primary with all its processes at once. */
  killPrimary(): Promise<void>;
  stop(): Promise<void>;
}

export async function startPostgresPair(): Promise<PostgresPair> {
  const supervisor = supervise(PAIR_SUPERVISOR);
  const [primary = '', standby = ''] = (await lineFrom(supervisor)).split(' ');
  return {
    ...{ primary, standby },
    async killPrimary() {
      supervisor.stdin.write('kill\n');
      await lineFrom(supervisor);
    },
    stop: () => endOf(supervisor),
  };
}

/** In its own process group: Ctrl-C ends the tests first, and the closed input then ends the server. */
function supervise(file: string): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [file], { stdio: 'pipe', detached: true });
}

async function endOf(supervisor: ChildProcessWithoutNullStreams): Promise<void> {
  const ended = once(supervisor, 'exit');
  supervisor.stdin.end();
  await ended;
}

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
