import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** Resources of a process: CPU seconds and write calls of all its threads since it began, and resident bytes now. */
export interface Usage {
  cpuSeconds: number;
  rss: number;
  /** Calls that write to files and sockets; NaN where the system does not count them. */
  writes: number;
}

/** A server in a separate process that reports its usage over IPC, apart from HTTP. */
export interface MeasuredServer {
  url: string;
  port: number;
  pid: number;
  /** Ms from the start of the process until it accepted connections. */
  startedIn: number;
  usage(): Promise<Usage>;
  /** The notices that it has printed so far. */
  noticesSent(): number;
  stop(): Promise<void>;
}

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
export const FRAMME = 'server/main.ts';

/** No server and no folder outlives the run. */
const alive = new Set<ChildProcess>();
const folders: string[] = [];
process.on('exit', () => {
  for (const child of alive) child.kill('SIGKILL');
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});
// A signal alone would end the run without that.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

/** Notices are held for an hour by default, so that a run measures check-ins alone; families may tap at any rate. */
const DEFAULT_ENV = {
  LOG_LEVEL: 'warn',
  NOTICE_HOLD_SECONDS: '3600',
  NOTICES_PER_DAY: '9999999',
  OPS_PER_MINUTE: '999999999',
  OPS_PER_DAY: '999999999',
  PORT: '0',
};

/** Starts a server of a checkout, this one by default, with these settings. */
export async function startMeasured(
  entry: string,
  env: Record<string, string>,
  root = ROOT,
): Promise<MeasuredServer> {
  const begun = performance.now();
  const child = fork(join(root, entry), {
    cwd: root,
    env: { ...process.env, ...DEFAULT_ENV, ...env },
    execArgv: [
      ...(await serverFlags(root)),
      ...execArgv(),
      '--import',
      join(ROOT, 'bench/servers/report-usage.ts'),
    ],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  alive.add(child);
  const ended = once(child, 'exit').then(() => void alive.delete(child));
  const output = createInterface(child.stdout as Readable);
  let noticesSent = 0;
  output.on('line', (line) => {
    if (line.startsWith('notice: ')) noticesSent += 1;
  });
  const port = await portOf(child, output);
  const startedIn = performance.now() - begun;
  return {
    url: `http://localhost:${port}`,
    port,
    pid: child.pid ?? 0,
    startedIn,
    async usage() {
      child.send('usage');
      const [usage] = await once(child, 'message');
      return usage as Usage;
    },
    noticesSent: () => noticesSent,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Returns the flags with which `npm start` of a checkout runs its server; older ones have none. */
async function serverFlags(root: string): Promise<string[]> {
  const file = pathToFileURL(join(root, 'scripts/launch.mjs')).href;
  const { SERVER_FLAGS = [] } = (await import(file)) as { SERVER_FLAGS?: string[] };
  return SERVER_FLAGS;
}

/** BENCH_EXEC_ARGV holds Node flags for the servers, like --cpu-prof for a profile. */
function execArgv(): string[] {
  return process.env.BENCH_EXEC_ARGV?.split(' ') ?? [];
}

/** Resolves when the server has printed its address. */
function portOf(child: ChildProcess, output: Interface): Promise<number> {
  return new Promise((resolve, reject) => {
    const said: string[] = [];
    output.on('line', (line) => {
      if (said.length < 20) said.push(line);
      const port = /ready at http:\/\/localhost:(\d+)/.exec(line)?.[1];
      if (port !== undefined) resolve(Number(port));
    });
    child.once('exit', (code) =>
      reject(new Error(`A server ended (${code}) before it was ready.\n${said.join('\n')}`)),
    );
  });
}

/** Makes a folder that is removed when the run ends. */
export function runFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'framme-bench-'));
  folders.push(folder);
  return folder;
}
