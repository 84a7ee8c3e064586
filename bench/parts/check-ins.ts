import { newPhones } from '../families/stored-families.ts';
import { fixed, megabytes, ms, percent, whole } from '../format.ts';
import { type Figure, type Part, type PartResult, tableOf } from '../report.ts';
import {
  type Candidate,
  interleave,
  type Summary,
  startBare,
  startFramme,
  stopAll,
  summary,
} from '../servers/candidates.ts';
import { type Place, sqlite } from '../servers/places.ts';

export const CONNECTIONS = [1, 16, 64] as const;
/** The families of a world; in the larger one few pages stay in a cache between two taps of a family. */
export const WORLDS = [200, 5000] as const;
export const FRIENDS = 10;
export const WINDOW = 1000;
/** The wait after the start before the idle memory is read, in ms. */
export const SETTLE = 3000;
/** The windows of a server with so many families and connections, and its memory before them. */
interface Measured {
  name: string;
  count: number;
  connections: number;
  idle: number;
  of: Summary;
}

const COLUMNS: [string, (one: Measured) => string][] = [
  ['server', ({ name }) => name],
  ['families', ({ count }) => whole(count)],
  ['connections', ({ connections }) => String(connections)],
  ['check-ins/s', ({ of }) => whole(of.perSecond)],
  ['CPU s per 1,000', ({ of }) => fixed(of.cpuPerThousand, 3)],
  ['per CPU second', ({ of }) => whole(of.perCpuSecond)],
  ['p50', ({ of }) => ms(of.p50)],
  ['p99', ({ of }) => ms(of.p99)],
  ['RSS', ({ of }) => megabytes(of.rss)],
  ['RSS idle', ({ idle }) => megabytes(idle)],
  ['writes a tap', ({ of }) => fixed(of.writesPerTap, 1)],
  ['load generator', ({ of }) => percent(of.generatorShare)],
];

/**
 * Durable check-ins over HTTP on SQLite, beside a bare server: no code of the product, the floor of a durable tap. All servers run
 * at the same time and are loaded in turn; figures are medians of the windows.
 */
export const checkIns: Part = {
  name: 'check-ins',
  title: 'Check-ins on SQLite',
  run: () => measureOn(sqlite, 5),
};

/** Measures Framme beside the bare server of a place, in each world. */
export async function measureOn(place: Place, rounds: number): Promise<PartResult> {
  // The first start compiles, in memory that later ones do not use.
  await stopAll([await startFramme('Framme', { count: 1 }, { place })]);
  const [measured, figures]: [Measured[], Figure[]] = [[], []];
  for (const count of WORLDS) {
    const world = await measureWorld(place, count, rounds);
    measured.push(...world.measured);
    figures.push(...world.figures);
  }
  return { figures, table: tableOf(measured, COLUMNS) };
}

async function measureWorld(place: Place, count: number, rounds: number) {
  const size = { count, friends: FRIENDS };
  const framme = await startFramme('Framme', size, { place });
  const bare = await startBare(newPhones(size), place);
  const atOnce = { place, env: { NOTICE_HOLD_SECONDS: '0' } };
  const isSmall = count === WORLDS[0] && place.name === 'SQLite';
  const telling = isSmall ? [await startFramme('Framme, each notice sent at once', size, atOnce)] : [];
  const all = [framme, bare, ...telling];
  await new Promise((resolve) => setTimeout(resolve, SETTLE));
  const idle = new Map<Candidate, number>();
  for (const one of all) idle.set(one, (await one.server.usage()).rss);
  const [measured, figures]: [Measured[], Figure[]] = [[], []];
  for (const connections of CONNECTIONS) {
    const candidates = connections === 16 ? all : [framme, bare];
    await interleave(candidates, { rounds, ms: WINDOW, connections });
    for (const one of candidates) {
      const before = { name: one.name, idle: idle.get(one) ?? Number.NaN };
      measured.push({ ...before, count, connections, of: summary(one.windows) });
    }
    if (connections > 1) figures.push(ratioToBare(framme, bare, { place, count, connections }));
  }
  await stopAll(all);
  return { measured, figures };
}

/** The bare server has no rules, no feed and no notices, so 25 % is an aim, not a promise. */
const AIM = 0.25;

function ratioToBare(
  framme: Candidate,
  bare: Candidate,
  { place, count, connections }: Pick<Measured, 'count' | 'connections'> & { place: Place },
): Figure {
  const [ours, least] = [summary(framme.windows), summary(bare.windows)];
  const share = ours.perCpuSecond / least.perCpuSecond;
  const where = `${whole(count)} families, ${connections} connections`;
  return {
    what: `check-ins per CPU second relative to the bare server, ${place.name}, ${where}`,
    figure: `${percent(share)} (${fixed(ours.cpuPerThousand, 3)} CPU s per 1,000, ${fixed(least.cpuPerThousand, 3)} bare)`,
    target: `aim: ${percent(AIM)}`,
    reached: share >= AIM,
  };
}
