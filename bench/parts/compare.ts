import { spawnSync } from 'node:child_process';
import { fixed, megabytes, ms, percent, whole } from '../format.ts';
import { atMost, type Figure, type Part, type PartResult, type Table } from '../report.ts';
import {
  fill,
  interleave,
  type Summary,
  startCandidate,
  startFramme,
  stopAll,
  summary,
  warmUp,
} from '../servers/candidates.ts';
import { FRAMME, ROOT, startMeasured } from '../servers/measured-server.ts';
import { type Place, postgres, sqlite } from '../servers/places.ts';
import { CONNECTIONS, FRIENDS, SETTLE, WINDOW, WORLDS } from './check-ins.ts';

/** The most that a figure may be, as a share of the version before. */
interface Goal {
  what: string;
  of: (summary: Summary) => number;
  share: number;
}

const SAME: Goal[] = [
  { what: 'CPU s per 1,000', of: (one) => one.cpuPerThousand, share: 1.05 },
  { what: 'p99', of: (one) => one.p99, share: 1.05 },
];

/** Beside ba412c95 (decision 0052), with 16 connections. */
const GOALS: Record<Place['name'], Goal[]> = {
  SQLite: [...SAME, { what: 'RSS under load', of: (one) => one.rss, share: 1.05 }],
  PostgreSQL: [...SAME, { what: 'log a tap', of: (one) => one.loggedPerTap, share: 0.7 }],
};
type Column = [heading: string, of: (summary: Summary) => number, text: (value: number) => string];
const COMPARED: Column[] = [
  ['check-ins/s', (one) => one.perSecond, whole],
  ['CPU s per 1,000', (one) => one.cpuPerThousand, (value) => fixed(value, 3)],
  ['p50', (one) => one.p50, ms],
  ['p99', (one) => one.p99, ms],
  ['RSS', (one) => one.rss, megabytes],
  ['writes a tap', (one) => one.writesPerTap, (value) => fixed(value, 1)],
  ['log a tap', (one) => one.loggedPerTap, whole],
];
const MOST_IDLE = 115e6;
const MOST_BYTES = 1;
/** The visits that a store grows by, and the longest time for that and for their notices, in ms. */
const [VISITS, LONGEST] = [10_000, 120_000];

/** The servers of this checkout and of another, built one, warmed up by 10,000 taps each and loaded in turn in one run. */
export const compareSqlite: Part = {
  name: 'compare-sqlite',
  title: 'Beside the version before, on SQLite',
  needsBefore: true,
  run: (before) => compareOn(sqlite, before, 5),
};

export const comparePostgres: Part = {
  name: 'compare-postgres',
  title: 'Beside the version before, on PostgreSQL',
  needsBefore: true,
  async run(before) {
    const place = await postgres();
    const result = await compareOn(place, before, 3);
    await place.stop();
    return result;
  },
};

async function compareOn(place: Place, before: string | undefined, rounds: number): Promise<PartResult> {
  if (before === undefined) throw new Error('name the other checkout: --before <path>');
  const roots = [ROOT, before] as const;
  const idle = [await idleMemory(place, ROOT), await idleMemory(place, before)] as const;
  const headings = ['families', 'connections', ...COMPARED.map(([heading]) => heading), 'load generator'];
  const table: Table = { columns: [...headings, `beside ${commitOf(before)}`], rows: [] };
  const figures: Figure[] = [idleFigure(place, ...idle)];
  for (const count of WORLDS) {
    const start = (root: string) => startFramme('Framme', { count, friends: FRIENDS }, { place, root });
    const candidates = [await start(roots[0]), await start(roots[1])] as const;
    await warmUp(candidates);
    // The larger world shows what leaves the caches; how connections share a commit is seen in the smaller one.
    for (const connections of count === WORLDS[0] ? CONNECTIONS : [16]) {
      await interleave(candidates, { rounds, ms: WINDOW, connections, logged: place.logged });
      const [now, then] = [summary(candidates[0].windows), summary(candidates[1].windows)];
      table.rows.push(rowOf({ count, connections }, now, then));
      const where = `${place.name}, ${whole(count)} families, ${connections} connections`;
      const goals = connections === 16 ? GOALS[place.name] : [];
      figures.push(...goals.map((goal) => figureOf(goal, now, then, where)));
    }
    await stopAll(candidates);
  }
  figures.push(sizeFigure(place, await bytesPerVisit(place, ROOT), await bytesPerVisit(place, before)));
  return { figures, table };
}

/** RSS a while after the second start; the first one compiles. */
async function idleMemory(place: Place, root: string): Promise<number> {
  const location = await place.newLocation();
  await fill(location, [{ count: 100, visits: 100 }], root);
  const settings = { DATA_DIR: location.dataDir, DATABASE_URL: location.databaseUrl ?? '' };
  await (await startMeasured(FRAMME, settings, root)).stop();
  const server = await startMeasured(FRAMME, settings, root);
  await new Promise((resolve) => setTimeout(resolve, SETTLE));
  const usage = await server.usage();
  await server.stop();
  return usage.rss;
}

/** Makes visits through the server of a checkout. Returns the bytes by which each makes its stopped store grow. */
async function bytesPerVisit(place: Place, root: string): Promise<number> {
  const location = await place.newLocation();
  const families = await fill(location, [{ count: WORLDS[0], friends: FRIENDS }], root);
  const before = await place.bytesOf(location);
  const atOnce = { NOTICE_HOLD_SECONDS: '0' };
  const framme = await startCandidate('Framme', FRAMME, families, location, atOnce, root);
  const load = { connections: 16, ms: LONGEST, taps: 2 * VISITS };
  const { answered } = await framme.generator.runWindow(load);
  // A faster server has more notices left to send: each size is that of a store that has sent all.
  for (const begun = performance.now(); framme.server.noticesSent() < answered; ) {
    if (performance.now() > begun + LONGEST) throw new Error('not all notices were sent');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  framme.generator.stop();
  await framme.server.stop();
  return ((await place.bytesOf(location)) - before) / (answered / 2);
}

function figureOf({ what, of, share }: Goal, now: Summary, then: Summary, where: string): Figure {
  const named = `${what} relative to the version before: ${where}`;
  return atMost(named, of(now) / of(then), share, (ratio) => fixed(ratio, 2));
}

function idleFigure({ name }: Place, now: number, then: number): Figure {
  const target =
    name === 'SQLite' ? { target: `at most ${megabytes(MOST_IDLE)}`, reached: now <= MOST_IDLE } : {};
  return {
    what: `idle RSS beside the version before: ${name}`,
    figure: `${megabytes(now)}, ${megabytes(then)} before`,
    target: 'none',
    ...target,
  };
}

function sizeFigure({ name }: Place, now: number, then: number): Figure {
  const share = now / then;
  return {
    what: `size of a visit relative to the version before: ${name}`,
    figure: `${percent(share)} (${fixed(now / 1000, 2)} kB, ${fixed(then / 1000, 2)} kB before)`,
    target: `at most ${percent(MOST_BYTES)}`,
    reached: share <= MOST_BYTES,
  };
}

/** Of each figure: this version, the one before, and their ratio. */
function rowOf({ count, connections }: { count: number; connections: number }, now: Summary, then: Summary) {
  const cells = COMPARED.map(
    ([, of, text]) => `${text(of(now))}, ${text(of(then))}: ${fixed(of(now) / of(then), 2)}`,
  );
  const load = `${percent(now.generatorShare)}, ${percent(then.generatorShare)}`;
  return [whole(count), String(connections), ...cells, load];
}

function commitOf(checkout: string): string {
  return spawnSync('git', ['rev-parse', '--short', 'HEAD'], {
    cwd: checkout,
    encoding: 'utf8',
  }).stdout.trim();
}
