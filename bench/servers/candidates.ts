import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  type BenchFamily,
  type FamilySize,
  storeFamilies,
  tokenHashOf,
} from '../families/stored-families.ts';
import { type Generator, generatorFor, type Window } from '../load/load-generator.ts';
import { median, percentile } from '../statistics.ts';
import { FRAMME, type MeasuredServer, ROOT, startMeasured } from './measured-server.ts';
import { type DataLocation, type Place, sqlite } from './places.ts';

/** A server under comparison, with its families, its own load generator and its measured windows. */
export interface Candidate {
  name: string;
  server: MeasuredServer;
  generator: Generator;
  windows: Window[];
}

/** Stores families with the code of a checkout, this one by default, before its server opens the store. */
export async function fill(
  location: DataLocation,
  sizes: readonly FamilySize[],
  root = ROOT,
): Promise<BenchFamily[]> {
  const file = pathToFileURL(join(root, 'server/store/admin/open.ts')).href;
  const { openStore } = (await import(file)) as typeof import('#server/store/admin/open.ts');
  const store = await openStore({ databaseUrl: undefined, ...location }, (error) => {
    throw error;
  });
  const families: BenchFamily[] = [];
  for (const size of sizes) families.push(...(await storeFamilies(store, size)));
  await store.close();
  return families;
}

export async function startCandidate(
  name: string,
  entry: string,
  families: BenchFamily[],
  location: DataLocation,
  env: Record<string, string> = {},
  root = ROOT,
): Promise<Candidate> {
  const { dataDir, databaseUrl = '' } = location;
  const settings = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, ...env };
  const server = await startMeasured(entry, settings, root);
  return { name, server, generator: await generatorFor(server, families), windows: [] };
}

/** Starts this Framme on an empty place with these families. */
export async function startFramme(
  name: string,
  size: FamilySize,
  {
    place = sqlite,
    env = {},
    root = ROOT,
  }: { place?: Place; env?: Record<string, string>; root?: string } = {},
): Promise<Candidate> {
  const location = await place.newLocation();
  return startCandidate(name, FRAMME, await fill(location, [size], root), location, env, root);
}

/** Starts the bare server of a place, which reads the sessions of these families from a file. */
export async function startBare(families: BenchFamily[], place: Place): Promise<Candidate> {
  const location = await place.newLocation();
  const sessions = families.map((family) => [tokenHashOf(family), family.household]);
  writeFileSync(join(location.dataDir, 'sessions.json'), JSON.stringify(sessions));
  return startCandidate('bare server', place.bare, families, location);
}

/**
 * Loads the candidates in turn, round by round, so that other load on the machine affects all alike. The
 * first round warms up and does not count.
 */
export async function interleave(
  candidates: readonly Candidate[],
  {
    rounds,
    ms,
    connections,
    logged = async () => Number.NaN,
  }: { rounds: number; ms: number; connections: number; logged?: Place['logged'] },
): Promise<void> {
  for (const one of candidates) one.windows = [];
  for (let round = 0; round <= rounds; round++) {
    for (const one of candidates) {
      const before = await logged();
      const window = await one.generator.runWindow({ connections, ms });
      if (round > 0) one.windows.push({ ...window, logged: (await logged()) - before });
    }
  }
}

/** Taps after which V8 has compiled what every tap runs; before that, compiling costs more than tapping. */
const TAPS_TO_COMPILE = 10_000;

/** Taps until the code of each new server is compiled, which takes seconds or, on a busy machine, a minute. */
export async function warmUp(candidates: readonly Candidate[]): Promise<void> {
  for (const { generator } of candidates) {
    for (let taps = 0; taps < TAPS_TO_COMPILE; )
      taps += (await generator.runWindow({ connections: 16, ms: 1000 })).answered;
  }
}

export async function stopAll(candidates: readonly Candidate[]): Promise<void> {
  for (const { generator, server } of candidates) {
    generator.stop();
    await server.stop();
  }
}

export type Summary = ReturnType<typeof summary>;

/** Summarizes windows: the median of each figure, so that a moment of other load counts in one window alone. */
export function summary(windows: readonly Window[]) {
  return {
    perSecond: median(windows.map(({ answered, ms }) => answered / (ms / 1000))),
    perCpuSecond: median(windows.map(({ answered, cpuSeconds }) => answered / cpuSeconds)),
    cpuPerThousand: median(windows.map(({ answered, cpuSeconds }) => (cpuSeconds / answered) * 1000)),
    writesPerTap: median(windows.map(({ answered, writes }) => writes / answered)),
    loggedPerTap: median(windows.map(({ logged, answered }) => logged / answered)),
    /** The share of one core that the load generator used: at 100 % it is the limit. */
    generatorShare: median(windows.map(({ ms, generatorCpuSeconds }) => (generatorCpuSeconds / ms) * 1000)),
    p50: median(windows.map(({ latencies }) => percentile(latencies, 50))),
    p99: median(windows.map(({ latencies }) => percentile(latencies, 99))),
    rss: median(windows.map(({ rss }) => rss)),
  };
}
