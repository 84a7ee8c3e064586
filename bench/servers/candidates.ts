import { openStore } from '#server/store/open.ts';
import { type BenchFamily, storeFamilies } from '../families/stored-families.ts';
import { type Generator, generatorFor, type Window } from '../load/load-generator.ts';
import { median, percentile } from '../statistics.ts';
import { type MeasuredServer, runFolder, startMeasured } from './measured-server.ts';

/** A server under comparison, with its families, its own load generator and its measured windows. */
export interface Candidate {
  name: string;
  server: MeasuredServer;
  generator: Generator;
  windows: Window[];
}

/** The location of a server's data, as its settings and `openStore` take it. */
export interface DataLocation {
  dataDir: string;
  databaseUrl?: string;
}

/** Stores `count` families with so many `visits` each, before a server opens the store. */
export async function fill(location: DataLocation, sizes: readonly { count: number; visits: number }[]) {
  const store = await openStore({ databaseUrl: undefined, ...location }, (error) => {
    throw error;
  });
  const families: BenchFamily[] = [];
  for (const { count, visits } of sizes) families.push(...(await storeFamilies(store, count, visits)));
  await store.close();
  return families;
}

export async function startCandidate(
  name: string,
  entry: string,
  families: BenchFamily[],
  location: DataLocation,
  env: Record<string, string> = {},
): Promise<Candidate> {
  const { dataDir, databaseUrl = '' } = location;
  const server = await startMeasured(entry, { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, ...env });
  return { name, server, generator: await generatorFor(server, families), windows: [] };
}

/** Starts a candidate on an empty SQLite folder with so many families of one child and one friend. */
export async function onSqlite(name: string, entry: string, count: number, env: Record<string, string> = {}) {
  const location = { dataDir: runFolder() };
  return startCandidate(name, entry, await fill(location, [{ count, visits: 0 }]), location, env);
}

/**
 * Loads the candidates in turn, round by round, so that other load on the machine affects all alike. The
 * first round warms up and does not count.
 */
export async function interleave(
  candidates: readonly Candidate[],
  { rounds, ms, connections }: { rounds: number; ms: number; connections: number },
): Promise<void> {
  for (const one of candidates) one.windows = [];
  for (let round = 0; round <= rounds; round++) {
    for (const one of candidates) {
      const window = await one.generator.runWindow(connections, ms);
      if (round > 0) one.windows.push(window);
    }
  }
}

export async function stopAll(candidates: readonly Candidate[]): Promise<void> {
  for (const { generator, server } of candidates) {
    generator.stop();
    await server.stop();
  }
}

/** Summarizes windows: the median of each figure; latencies in ms over all windows. */
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
