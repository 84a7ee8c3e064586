import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const SUPERVISOR = fileURLToPath(new URL('postgres-supervisor.ts', import.meta.url));

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

/** Starts a program that holds servers, in its own process group: Ctrl-C ends the tests first, and the closed input then ends the server. */
export function supervise(file: string): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [file], { stdio: 'pipe', detached: true });
}

/** Ends what it holds. */
export async function endOf(supervisor: ChildProcessWithoutNullStreams): Promise<void> {
  const ended = once(supervisor, 'exit');
  supervisor.stdin.end();
  await ended;
}

/** Resolves with the next line that it prints. */
export function lineFrom(supervisor: ChildProcess): Promise<string> {
  let complaints = '';
  supervisor.stderr?.on('data', (chunk: Buffer) => {
    complaints += chunk.toString();
  });
  return new Promise((resolve, reject) => {
    supervisor.stdout?.once('data', (chunk: Buffer) => resolve(chunk.toString().trim()));
    supervisor.once('exit', () => reject(new Error(`The tests' PostgreSQL did not start.\n${complaints}`)));
  });
}
