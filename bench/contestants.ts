import { openStore } from '#server/store/open.ts';
import { type BenchFamily, storeFamilies } from './families.ts';
import { type Generator, generatorFor, type Window } from './generator.ts';
import { type MeasuredServer, runFolder, startMeasured } from './measured-server.ts';
import { median, percentile } from './statistics.ts';

/** A server with its families and its own load generator, and the windows that were measured of it so far. */
export interface Contestant {
  name: string;
  server: MeasuredServer;
  generator: Generator;
  windows: Window[];
}

/** Where a server keeps its data, as its settings and as the store's opener have it. */
export interface Place {
  dataDir: string;
  databaseUrl?: string;
}

/** Fills a store with families while no server has it. In: how many families there are of each size, in visits. */
export async function fill(place: Place, sizes: readonly { count: number; visits: number }[]) {
  const store = await openStore({ databaseUrl: undefined, ...place }, (error) => {
    throw error;
  });
  const families: BenchFamily[] = [];
  for (const { count, visits } of sizes) families.push(...(await storeFamilies(store, count, visits)));
  await store.close();
  return families;
}

export async function contestant(
  name: string,
  entry: string,
  families: BenchFamily[],
  place: Place,
  env: Record<string, string> = {},
): Promise<Contestant> {
  const { dataDir, databaseUrl = '' } = place;
  const server = await startMeasured(entry, { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, ...env });
  return { name, server, generator: await generatorFor(server, families), windows: [] };
}

/** The same on an empty SQLite folder with so many families of one child and one friend. */
export async function onSqlite(name: string, entry: string, count: number, env: Record<string, string> = {}) {
  const place = { dataDir: runFolder() };
  return contestant(name, entry, await fill(place, [{ count, visits: 0 }]), place, env);
}

/**
 * Presses one contestant after the other, round after round, so that whatever else the machine does falls on all of
 * them alike. A first round, which warms up, does not count.
 */
export async function interleave(
  contestants: readonly Contestant[],
  { rounds, ms, connections }: { rounds: number; ms: number; connections: number },
): Promise<void> {
  for (const one of contestants) one.windows = [];
  for (let round = 0; round <= rounds; round++) {
    for (const one of contestants) {
      const window = await one.generator.press(connections, ms);
      if (round > 0) one.windows.push(window);
    }
  }
}

export async function dismiss(contestants: readonly Contestant[]): Promise<void> {
  for (const { generator, server } of contestants) {
    generator.stop();
    await server.stop();
  }
}

/** What the windows say, each figure the median of them; latencies in ms over all of them. */
export function summary(windows: readonly Window[]) {
  const latencies = windows.flatMap((window) => window.latencies);
  return {
    perSecond: median(windows.map(({ answered, ms }) => answered / (ms / 1000))),
    perCpuSecond: median(windows.map(({ answered, cpuSeconds }) => answered / cpuSeconds)),
    cpuPerThousand: median(windows.map(({ answered, cpuSeconds }) => (cpuSeconds / answered) * 1000)),
    p50: percentile(latencies, 50),
    p99: percentile(latencies, 99),
    rss: median(windows.map(({ rss }) => rss)),
  };
}
