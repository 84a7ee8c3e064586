import { spawnSync } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import type { Figure, Finding, Scale } from '../figure.ts';
import { openAckLog } from '../load/ack-log.ts';
import {
  addLosses,
  countLosses,
  type LoadClient,
  type Losses,
  loadClientsOf,
  NO_LOSSES,
  summaryOf,
} from '../load/load-client.ts';
import { LAYOUTS, type Layout, type StartLayout } from '../restarts/layouts.ts';
import { PROXIES, proxyPort, type ReverseProxy, startProxy } from '../restarts/proxies.ts';

const PHONES = 6;
/** The pause of a phone between two taps, and after a request that failed. */
const [TAP_EVERY, TRY_AGAIN_AFTER] = [20, 50];
/** Between two restarts the proxy finds the server again. */
const BETWEEN_MS = 2500;
const KILLS = 3;
/** One failed request in so many is allowed. */
const ONE_IN = 1000;

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
    what: 'plain proxies before servers that stop at once, without a socket that outlives them',
    rounds: 12,
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
  const each = Math.ceil(rounds / (PROXIES.length * LAYOUTS.length));
  const end = Date.now() + withinMs;
  const missing = PROXIES.filter(({ program }) => spawnSync(program, ['-v']).error !== undefined);
  const told = missing.map(
    ({ name, program }) => `${name} is not installed (Debian has it: apt-get install ${program})`,
  );
  for (const line of told) console.log(`  ${line}`);
  const proxies = PROXIES.filter((proxy) => !missing.includes(proxy));
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
  const running = await startProxy(proxy, port, hosts, !isPlanned);
  const ackLog = openAckLog();
  try {
    await pause(BETWEEN_MS);
    const clients = await loadClientsOf(running.url, PHONES, ackLog);
    const counted = await tapDuring(clients, () => inTurn(layout, restarts, 'restart'));
    await tapDuring(clients, () => inTurn(layout, KILLS, 'kill'));
    for (const client of clients) while (!(await client.tap())) await pause(TRY_AGAIN_AFTER);
    const losses = await countLosses(clients, await ackLog.close());
    return { ...counted, restarts, losses };
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

/** Returns how many requests were answered with each status, 0 for none, and the slowest, in ms. */
async function tapDuring(clients: readonly LoadClient[], work: () => Promise<void>) {
  const statuses = new Map<number, number>();
  let [isOver, slowest] = [false, 0];
  const tapOn = async (client: LoadClient) => {
    while (!isOver) {
      const begun = performance.now();
      const status = await client.status();
      slowest = Math.max(slowest, performance.now() - begun);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      await pause(status === 200 ? TAP_EVERY : TRY_AGAIN_AFTER);
    }
  };
  const tapping = clients.map(tapOn);
  await work().finally(() => {
    isOver = true;
  });
  await Promise.all(tapping);
  return { statuses, slowest };
}

function isUnnoticed({ statuses, losses }: Story): boolean {
  const { requests, failed } = sumsOf(statuses);
  const isKept = losses.lost + losses.doubled + losses.wrong === 0 && losses.acknowledged > 0;
  return isKept && failed * ONE_IN <= requests;
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
