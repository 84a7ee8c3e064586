import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const KEEPER = fileURLToPath(new URL('postgres-supervisor.ts', import.meta.url));

/** A PostgreSQL server of one's own; it ends with whoever started it, however that ends. */
export interface PostgresProcess {
  address: string;
  /** Stops it and starts it again with its data at the same address; resolves when it takes connections. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export async function startPostgres(): Promise<PostgresProcess> {
  // In a group of its own: a Ctrl-C ends the tests first, and the server by the end of its input.
  const keeper = spawn(process.execPath, [KEEPER], { stdio: 'pipe', detached: true });
  const address = await addressFrom(keeper);
  return {
    address,
    async restart() {
      keeper.stdin.write('restart\n');
      await addressFrom(keeper);
    },
    async stop() {
      const ended = once(keeper, 'exit');
      keeper.stdin.end();
      await ended;
    },
  };
}

function addressFrom(keeper: ChildProcess): Promise<string> {
  let complaints = '';
  keeper.stderr?.on('data', (chunk: Buffer) => {
    complaints += chunk.toString();
  });
  return new Promise((resolve, reject) => {
    keeper.stdout?.once('data', (chunk: Buffer) => resolve(chunk.toString().trim()));
    keeper.once('exit', () => reject(new Error(`The tests' PostgreSQL did not start.\n${complaints}`)));
  });
}
