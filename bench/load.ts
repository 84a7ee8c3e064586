import type { BenchFamily } from './families.ts';
import { tap } from './tapping.ts';
import { Wire } from './wire.ts';

/** What the generator is told: first the families of a server, then windows of load. */
export type LoadOrder =
  | { port: number; families: BenchFamily[] }
  /** Families from one place in the list on, each on a connection of its own. */
  | { from: number; connections: number; ms: number };

/** What came of a window: check-ins answered, how long it lasted, and each one's time in ms. */
export interface LoadResult {
  answered: number;
  ms: number;
  latencies: number[];
}

/** The load generator, in a process of its own: every phone sends its next tap when the one before is answered. */
let families: BenchFamily[] = [];
let port = 0;

process.on('message', (order: LoadOrder) => {
  if ('port' in order) {
    ({ families, port } = order);
    process.send?.('ready');
    return;
  }
  void press(order).then((result) => process.send?.(result));
});

async function press({ from, connections, ms }: Exclude<LoadOrder, { port: number }>): Promise<LoadResult> {
  const latencies: number[] = [];
  const begun = performance.now();
  const phones = families.slice(from, from + connections);
  await Promise.all(phones.map((family) => tapUntil(begun + ms, family, latencies)));
  return { answered: latencies.length, ms: performance.now() - begun, latencies };
}

async function tapUntil(end: number, family: BenchFamily, latencies: number[]): Promise<void> {
  const wire = new Wire(port);
  while (performance.now() < end) {
    const sent = performance.now();
    await tap(family, wire);
    latencies.push(performance.now() - sent);
  }
  wire.close();
}
