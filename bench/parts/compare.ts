import { spawnSync } from 'node:child_process';
import { fixed, megabytes, ms, percent, whole } from '../format.ts';
import type { Figure, Part, PartResult, Table } from '../report.ts';
import {
  fill,
  interleave,
  type Summary,
  startFramme,
  stopAll,
  summary,
  warmUp,
} from '../servers/candidates.ts';
import { FRAMME, ROOT, startMeasured } from '../servers/measured-server.ts';
import { type Place, postgres, sqlite } from '../servers/places.ts';
import { CONNECTIONS, FRIENDS, SETTLE, WINDOW, WORLDS } from './check-ins.ts';
import { measureDisk } from './disk.ts';

/** The most that a figure may be, or with `atLeast` the least, as a share of the version before. */
interface Goal {
  what: string;
  of: (summary: Summary) => number;
  share: number;
  atLeast?: true;
}

const cpu = (share: number): Goal => ({ what: 'CPU s per 1,000', of: (one) => one.cpuPerThousand, share });
const p99: Goal = { what: 'p99', of: (one) => one.p99, share: 0.8 };
const rss: Goal = { what: 'RSS under load', of: (one) => one.rss, share: 1 };
const rate: Goal = { what: 'check-ins/s', of: (one) => one.perSecond, share: 2.3, atLeast: true };

const GOALS: Record<Place['name'], (count: number, connections: number) => Goal[]> = {
  SQLite: (count, connections) => (connections === 16 ? [cpu(count === 200 ? 0.6 : 0.75), p99, rss] : []),
  PostgreSQL: (_count, connections) => (connections === 1 ? [] : [cpu(0.4), rate]),
};
const MOST_IDLE = 115e6;
const MOST_BYTES = 0.75;

/** The servers of this checkout and of another, built one, loaded in turn in one run. */
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
  const table: Table = { columns: COLUMNS, rows: [] };
  const figures: Figure[] = [idleFigure(place, ...idle)];
  for (const count of WORLDS) {
    const start = (root: string) => startFramme('Framme', { count, friends: FRIENDS }, { place, root });
    const candidates = [await start(roots[0]), await start(roots[1])] as const;
    await warmUp(candidates);
    // The larger world shows what leaves the caches; how connections share a commit is seen in the smaller one.
    for (const connections of count === WORLDS[0] ? CONNECTIONS : [16]) {
      await interleave(candidates, { rounds, ms: WINDOW, connections });
      const [now, then] = [summary(candidates[0].windows), summary(candidates[1].windows)];
      table.rows.push(rowOf({ count, connections }, now, then));
      const where = `${place.name}, ${whole(count)} families, ${connections} connections`;
      figures.push(...GOALS[place.name](count, connections).map((goal) => figureOf(goal, now, then, where)));
    }
    await stopAll(candidates);
  }
  const sizes = [await measureDisk(place, roots[0]), await measureDisk(place, roots[1])] as const;
  figures.push(sizeFigure(place, sizes[0].perVisit, sizes[1].perVisit));
  return { figures, how: howOf(before, rounds), table };
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

function figureOf({ what, of, share, atLeast }: Goal, now: Summary, then: Summary, where: string): Figure {
  const ratio = of(now) / of(then);
  return {
    what: `${what} relative to the version before: ${where}`,
    figure: fixed(ratio, 2),
    target: `at ${atLeast ? 'least' : 'most'} ${share}`,
    reached: atLeast ? ratio >= share : ratio <= share,
  };
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

const COLUMNS = [
  'families',
  'connections',
  'check-ins/s',
  'CPU s per 1,000',
  'p50',
  'p99',
  'RSS',
  'writes a tap',
  'load generator',
];

/** Each cell: this version, the one before, and their ratio. */
function rowOf({ count, connections }: { count: number; connections: number }, now: Summary, then: Summary) {
  const cell = (of: (one: Summary) => number, text: (value: number) => string) =>
    `${text(of(now))}, ${text(of(then))}: ${fixed(of(now) / of(then), 2)}`;
  return [
    whole(count),
    String(connections),
    cell((one) => one.perSecond, whole),
    cell(
      (one) => one.cpuPerThousand,
      (value) => fixed(value, 3),
    ),
    cell((one) => one.p50, ms),
    cell((one) => one.p99, ms),
    cell((one) => one.rss, megabytes),
    cell(
      (one) => one.writesPerTap,
      (value) => fixed(value, 1),
    ),
    `${percent(now.generatorShare)}, ${percent(then.generatorShare)}`,
  ];
}

function howOf(before: string, rounds: number): string {
  const { stdout } = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: before, encoding: 'utf8' });
  return `This version beside that of commit ${stdout.trim()}, a built checkout of its own: each fills a store by its own code, both
servers run at the same time and are warmed up by 10,000 taps each, then loaded in turn, ${rounds} windows of ${WINDOW} ms each after one
that does not count, by the load of the parts above. Each cell has this version's figure, the one before, and their ratio.`;
}
