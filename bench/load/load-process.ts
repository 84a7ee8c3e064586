import type { BenchFamily } from '../families/stored-families.ts';
import { HttpConnection } from './http-connection.ts';
import { tap } from './tap.ts';

/** A window of load: connections whose taps come from random ones of the families `from` and up, `count` of them. */
export interface LoadWindow {
  connections: number;
  ms: number;
  from?: number;
  count?: number;
  /** Ends the window early, after so many taps. */
  taps?: number;
}

/** Messages to the generator: first the families of a server, then windows of load. */
export type LoadOrder = { port: number; families: BenchFamily[] } | LoadWindow;

/** The result of a window: its answered check-ins, its length, each latency in ms, and the generator's own CPU time. */
export interface LoadResult {
  answered: number;
  ms: number;
  latencies: number[];
  generatorCpuSeconds: number;
}

/** The load generator, a separate process: each connection sends its next tap when the last one is answered. */
let families: BenchFamily[] = [];
let port = 0;
let seed = 1;

process.on('message', (order: LoadOrder) => {
  if ('port' in order) {
    ({ families, port } = order);
    process.send?.('ready');
    return;
  }
  void runWindow(order).then((result) => process.send?.(result));
});

async function runWindow({
  connections,
  ms,
  from = 0,
  count = families.length,
  taps = Number.POSITIVE_INFINITY,
}: LoadWindow): Promise<LoadResult> {
  const latencies: number[] = [];
  const idle = families.slice(from, from + count);
  const before = process.cpuUsage();
  const begun = performance.now();
  let left = taps;
  const phone = async () => {
    const connection = new HttpConnection(port);
    while (left > 0 && performance.now() < begun + ms) {
      left -= 1;
      const family = takeRandom(idle);
      const sent = performance.now();
      await tap(family, connection);
      latencies.push(performance.now() - sent);
      idle.push(family);
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: connections }, phone));
  const { user, system } = process.cpuUsage(before);
  return {
    answered: latencies.length,
    ms: performance.now() - begun,
    latencies,
    generatorCpuSeconds: (user + system) / 1e6,
  };
}

/** Takes a family that no other connection taps for; the order is the same in every run. */
function takeRandom(idle: BenchFamily[]): BenchFamily {
  // A linear congruential generator; its high bits decide.
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  const at = Math.floor((seed / 2 ** 32) * idle.length);
  const last = idle.pop();
  const chosen = idle[at] ?? last;
  if (!chosen || !last) throw new Error('there are more connections than families');
  if (chosen !== last) idle[at] = last;
  return chosen;
}
