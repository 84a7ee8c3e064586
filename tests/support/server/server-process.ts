import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '#tests/support/free-port.ts';
import { type HeldSocket, spawnOn } from './held-socket.ts';

export type RunningServer = {
  /** For example http://localhost:41234; the same after a restart. */
  url: string;
  dataDir: string;
  /** The id of the current process. */
  readonly pid: number;
  /** All standard output, over all restarts. */
  readonly stdout: string;
  /** Sends SIGTERM; resolves to the exit code. */
  stop: () => Promise<number | null>;
  /** Sends SIGKILL. */
  kill: () => Promise<void>;
  /** Stops the process if it runs, and starts it on the same port and data. */
  restart: () => Promise<void>;
} & AsyncDisposable;

type Life = { process: ChildProcess; ended: Promise<number | null> };

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const START_DEADLINE = 150_000;

// A run, even an interrupted one, leaves no servers and no data behind.
const alive = new Set<ChildProcess>();
const folders: string[] = [];
process.on('exit', () => {
  for (const child of alive) child.kill('SIGKILL');
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
});

/** Starts the real server as a process, on a free port and an empty data folder. */
export async function startServer(
  options: {
    env?: Record<string, string>;
    dataDir?: string;
    entry?: string;
    /** Flags of Node, by default none. */
    flags?: readonly string[];
    /** A program with arguments that executes the server, like unshare or strace -D. */
    through?: readonly string[];
    /** A socket that outlives it. */
    socket?: HeldSocket;
  } = {},
): Promise<RunningServer> {
  const dataDir = options.dataDir ?? (await newFolder());
  const port = options.env?.PORT ?? String(options.socket?.port ?? (await freePort()));
  const env = {
    ...process.env,
    LOG_LEVEL: 'warn',
    NOTICE_HOLD_SECONDS: '0',
    // All tests share one address, and some send more than any family, so the limits are raised.
    SIGN_INS_PER_HOUR: '1000000',
    OPS_PER_MINUTE: '999999999',
    OPS_PER_DAY: '999999999',
    NOTICES_PER_DAY: '1000000',
    ...options.env,
    PORT: port,
    DATA_DIR: dataDir,
  };
  const printed = { text: '' };
  const command = [
    ...(options.through ?? []),
    process.execPath,
    ...(options.flags ?? []),
    options.entry ?? 'server/main.ts',
  ];
  const beginOne = () => begin(command, env, printed, options.socket);
  let life = await beginOne();
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    life.process.kill(signal);
    return life.ended;
  };
  const kill = async () => void (await end('SIGKILL'));
  return {
    url: `http://localhost:${port}`,
    dataDir,
    get pid() {
      return life.process.pid ?? 0;
    },
    get stdout() {
      return printed.text;
    },
    stop: () => end('SIGTERM'),
    kill,
    [Symbol.asyncDispose]: kill,
    restart: async () => {
      await end('SIGTERM');
      life = await beginOne();
    },
  };
}

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'framme-'));
  folders.push(folder);
  return folder;
}

/** Resolves when the server has printed its address, which it does once it accepts connections. */
async function begin(
  [program = '', ...args]: readonly string[],
  env: NodeJS.ProcessEnv,
  printed: { text: string },
  socket: HeldSocket | undefined,
): Promise<Life> {
  const child = socket
    ? spawnOn(socket, [program, ...args], { cwd: ROOT, env })
    : spawn(program, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
  alive.add(child);
  const ended = once(child, 'exit').then(([code]) => {
    alive.delete(child);
    return code as number | null;
  });
  let complaints = '';
  child.stderr?.on('data', (chunk: Buffer) => (complaints += chunk.toString()));
  const listening = new Promise<void>((resolve) => {
    let ours = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      ours += chunk.toString();
      printed.text += chunk.toString();
      if (/https?:\/\/localhost:\d+/.test(ours)) resolve();
    });
  });
  const failed = ended.then((code) => `ended with code ${code}`);
  const problem = await Promise.race([listening, failed, lateAfter(START_DEADLINE)]);
  if (problem === undefined) return { process: child, ended };
  child.kill('SIGKILL');
  throw new Error(`The server ${problem} before it printed its address.\n${printed.text}\n${complaints}`);
}

async function lateAfter(milliseconds: number): Promise<string> {
  await new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
  return `took longer than ${milliseconds} ms`;
}
