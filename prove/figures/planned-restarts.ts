import { spawnSync } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { startPostgres } from '#tests/support/postgres/postgres-process.ts';
import { holdSocket } from '#tests/support/server/held-socket.ts';
import { type RunningServer, startServer } from '#tests/support/server/server-process.ts';
import type { Figure, Finding, Scale } from '../figure.ts';
import { addLosses, isKept, Load, type Losses, NO_LOSSES, summaryOf } from '../load/load-client.ts';
import { compileCache } from '../machine.ts';
import { PLAIN_PROXY, PROXIES, proxyPort, type ReverseProxy, startProxy } from '../restarts/proxies.ts';

const PHONES = 6;
const PAUSES = { every: 20, again: 50 };
/** Between two restarts the proxy finds the server again. */
const BETWEEN_MS = 2500;
const KILLS = 3;
/** One failed request in so many is allowed. */
const ONE_IN = 1000;

/** The servers behind a proxy. */
interface Layout {
  servers: readonly RunningServer[];
  stop: () => Promise<void>;
}

/** Starts servers that are reached at `publicUrl`; `isPlanned` gives them what a restart needs. */
type StartLayout = (publicUrl: string, isPlanned: boolean) => Promise<Layout>;

const settings = (publicUrl: string, seconds: number) => ({
  ...compileCache,
  LOG_LEVEL: 'silent',
  PUBLIC_URL: publicUrl,
  TRUST_PROXY: '1',
  SHUTDOWN_WAIT_SECONDS: String(seconds),
});

/** One process on SQLite; planned: on a socket that outlives it, like deploy/systemd. */
const onSqlite: StartLayout = async (publicUrl, isPlanned) => {
  const socket = isPlanned ? holdSocket() : undefined;
  const env = settings(publicUrl, isPlanned ? 1 : 0);
  const server = await startServer({ env, ...(socket && { socket }) });
  return {
    servers: [server],
    async stop() {
      await server.kill();
      socket?.close();
    },
  };
};

/** Two processes on one PostgreSQL; planned: unready for three seconds before they end, like deploy/compose.postgres.yaml. */
const twoOnPostgres: StartLayout = async (publicUrl, isPlanned) => {
  const postgres = await startPostgres();
  const env = { ...settings(publicUrl, isPlanned ? 3 : 0), DATABASE_URL: postgres.address };
  const servers = [await startServer({ env }), await startServer({ env })];
  return {
    servers,
    async stop() {
      for (const server of servers) await server.kill();
      await postgres.stop();
    },
  };
};

const LAYOUTS: readonly { name: string; start: StartLayout }[] = [
  { name: 'one on SQLite', start: onSqlite },
  { name: 'two on PostgreSQL', start: twoOnPostgres },
];

/** Figure 20: planned restarts behind real proxies, and kills. */
export const plannedRestarts: Figure = {
  number: 20,
  title: 'planned restarts behind Caddy, nginx and haproxy, under taps; and kill -9',
  aim: `ten restarts each: 0 taps lost, doubled or refused, at most 1 request in ${ONE_IN} failed; after a kill 0 acknowledged lost`,
  tools: [{ name: 'openssl', get: 'Debian has it: apt-get install openssl' }],
  long: { rounds: 60, withinMs: 1_800_000 },
  short: { rounds: 6, withinMs: 400_000 },
  run: (scale) => restartAll(scale, true),
  control: {
    what: 'a plain nginx before servers that stop at once, without a socket that outlives them',
    rounds: 4,
    run: (scale) => restartAll({ ...scale, withinMs: 300_000 }, false),
  },
};

interface Story {
  restarts: number;
  statuses: Map<number, number>;
  slowest: number;
  losses: Losses;
}

async function restartAll({ rounds, withinMs }: Scale, isPlanned: boolean): Promise<Finding> {
  const all = isPlanned ? PROXIES : [PLAIN_PROXY];
  const each = Math.ceil(rounds / (all.length * LAYOUTS.length));
  const end = Date.now() + withinMs;
  const missing = all.filter(({ program }) => spawnSync(program, ['-v']).error !== undefined);
  const told = missing.map(
    ({ name, program }) => `${name} is not installed (Debian has it: apt-get install ${program})`,
  );
  for (const line of told) console.log(`  ${line}`);
  const proxies = all.filter((proxy) => !missing.includes(proxy));
  let [done, holds, losses] = [0, true, NO_LOSSES];
  for (const { name, start } of LAYOUTS)
    for (const proxy of proxies) {
      if (Date.now() > end) continue;
      const story = await restartBehind(proxy, start, each, isPlanned);
      done += story.restarts;
      holds = holds && isUnnoticed(story);
      losses = addLosses(losses, story.losses);
      told.push(`${name} behind ${proxy.name} ${versionOf(proxy)}: ${wordsOf(story)}`);
      console.log(`  ${told.at(-1)}; ${summaryOf(story.losses)}`);
    }
  const isEach = done >= each * proxies.length * LAYOUTS.length;
  const found = [...told, `with ${KILLS} kills each ${summaryOf(losses)}`].join('; ');
  return { rounds: done, found, holds: holds && isEach && done > 0 };
}

/** Restarts the servers in turn while phones tap, then kills them; only the requests during the restarts are counted. */
async function restartBehind(proxy: ReverseProxy, start: StartLayout, restarts: number, isPlanned: boolean) {
  const port = await proxyPort();
  const layout = await start(`https://localhost:${port}`, isPlanned);
  const hosts = layout.servers.map(({ url }) => new URL(url).host.replace('localhost', '127.0.0.1'));
  const running = await startProxy(proxy, port, hosts);
  try {
    await pause(BETWEEN_MS);
    const load = await Load.on(running.url, PHONES);
    const counted = await load.tapDuring(() => inTurn(layout, restarts, 'restart'), PAUSES);
    await load.tapDuring(() => inTurn(layout, KILLS, 'kill'), PAUSES);
    for (const client of load.clients) while (!(await client.tap())) await pause(PAUSES.again);
    return { ...counted, restarts, losses: await load.losses() };
  } finally {
    await running.stop();
    await layout.stop();
  }
}

async function inTurn({ servers }: Layout, times: number, how: 'restart' | 'kill'): Promise<void> {
  for (let i = 0; i < times; i += 1) {
    await pause(BETWEEN_MS / servers.length);
    const server = servers[i % servers.length];
    if (how === 'kill') await server?.kill();
    await server?.restart();
    await pause(BETWEEN_MS / servers.length);
  }
}

function isUnnoticed({ statuses, losses }: Story): boolean {
  const { requests, failed } = sumsOf(statuses);
  return isKept(losses) && failed * ONE_IN <= requests;
}

function sumsOf(statuses: ReadonlyMap<number, number>): { requests: number; failed: number } {
  const requests = [...statuses.values()].reduce((all, count) => all + count, 0);
  return { requests, failed: requests - (statuses.get(200) ?? 0) };
}

function wordsOf({ restarts, statuses, slowest }: Story): string {
  const { requests, failed } = sumsOf(statuses);
  const others = [...statuses].filter(([status]) => status !== 200);
  const which = others.map(([status, count]) => `${count} x ${status || 'no answer'}`).join(', ');
  const how = failed === 0 ? '' : ` (${which})`;
  const seconds = (slowest / 1000).toFixed(1);
  return `${restarts} restarts, ${failed} of ${requests} requests failed${how}, the slowest took ${seconds} s`;
}

function versionOf({ program, version: [argument, number] }: ReverseProxy): string {
  const { stdout, stderr } = spawnSync(program, [argument], { encoding: 'utf8' });
  return number.exec(stdout + stderr)?.[1] ?? '';
}
