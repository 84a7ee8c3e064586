import type { BenchFamily } from '../families/stored-families.ts';
import { HttpConnection } from './http-connection.ts';
import { tap } from './tap.ts';

/** Messages to the generator: first the families of a server, then windows of load. */
export type LoadOrder =
  | { port: number; families: BenchFamily[] }
  /** The families from index `from` on, each on a connection of its own. */
  | { from: number; connections: number; ms: number };

/** The result of a window: its answered check-ins, its length, and each latency in ms. */
export interface LoadResult {
  answered: number;
  ms: number;
  latencies: number[];
}

/** The load generator, a separate process: each phone sends its next tap when the last one is answered. */
let families: BenchFamily[] = [];
let port = 0;

process.on('message', (order: LoadOrder) => {
  if ('port' in order) {
    ({ families, port } = order);
    process.send?.('ready');
    return;
  }
  void runWindow(order).then((result) => process.send?.(result));
});

async function runWindow({
  from,
  connections,
  ms,
}: Exclude<LoadOrder, { port: number }>): Promise<LoadResult> {
  const latencies: number[] = [];
  const begun = performance.now();
  const phones = families.slice(from, from + connections);
  await Promise.all(phones.map((family) => tapUntil(begun + ms, family, latencies)));
  return { answered: latencies.length, ms: performance.now() - begun, latencies };
}

async function tapUntil(end: number, family: BenchFamily, latencies: number[]): Promise<void> {
  const connection = new HttpConnection(port);
  while (performance.now() < end) {
    const sent = performance.now();
    await tap(family, connection);
    latencies.push(performance.now() - sent);
  }
  connection.close();
}
