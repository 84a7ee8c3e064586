import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What a process has used since it began: CPU seconds of all its threads, and resident bytes now. */
export interface GaugeReading {
  cpuSeconds: number;
  rss: number;
}

/** A server in a process of its own that can be asked what it uses, over a channel that no request passes. */
export interface MeasuredServer {
  url: string;
  port: number;
  pid: number;
  /** From the start of the process until it took connections, in ms. */
  startedIn: number;
  gauge(): Promise<GaugeReading>;
  stop(): Promise<void>;
}

const ROOT = fileURLToPath(new URL('..', import.meta.url));
export const FRAMME = 'server/main.ts';
export const BARE = 'bench/bare-server.ts';

/** Whatever breaks a run off, no server and no folder stays behind. */
const alive = new Set<ChildProcess>();
const folders: string[] = [];
process.on('exit', () => {
  for (const child of alive) child.kill('SIGKILL');
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Notices wait for an hour unless told otherwise: a run is about check-ins, and a notice goes out after it. */
const QUIET = { LOG_LEVEL: 'warn', NOTICE_HOLD_SECONDS: '3600', PORT: '0' };

/** In: where the data lies, as the server's settings have it. */
export async function startMeasured(entry: string, env: Record<string, string>): Promise<MeasuredServer> {
  const begun = performance.now();
  const child = fork(join(ROOT, entry), {
    cwd: ROOT,
    env: { ...process.env, ...QUIET, ...env },
    execArgv: [...execArgv(), '--import', join(ROOT, 'bench/gauge.ts')],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  alive.add(child);
  const ended = once(child, 'exit').then(() => void alive.delete(child));
  const port = await portOf(child);
  const startedIn = performance.now() - begun;
  return {
    url: `http://localhost:${port}`,
    port,
    pid: child.pid ?? 0,
    startedIn,
    async gauge() {
      child.send('gauge');
      const [reading] = await once(child, 'message');
      return reading as GaugeReading;
    },
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** BENCH_EXEC_ARGV takes flags for the servers, like --cpu-prof: how a profile of a run is made. */
function execArgv(): string[] {
  return process.env.BENCH_EXEC_ARGV?.split(' ') ?? [];
}

/** Resolves when the server has said where it listens; what it says after that is let go. */
function portOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let said = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      if (said.length < 1000) said += chunk.toString();
      const port = /ready at http:\/\/localhost:(\d+)/.exec(said)?.[1];
      if (port !== undefined) resolve(Number(port));
    });
    child.once('exit', (code) => reject(new Error(`A server ended (${code}) before it was ready.\n${said}`)));
  });
}

/** A folder that is gone when the run is over. */
export function runFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'framme-bench-'));
  folders.push(folder);
  return folder;
}
