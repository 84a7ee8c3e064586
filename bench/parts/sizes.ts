import { calls, PROTOCOL } from '#domain/protocol/calls.ts';
import type { SyncReply, SyncRequest } from '#domain/protocol/sync.ts';
import { newId } from '#tests/support/people/household.ts';
import type { BenchFamily } from '../families/stored-families.ts';
import { fixed, ms, percent, whole } from '../format.ts';
import { HttpConnection } from '../load/http-connection.ts';
import type { Window } from '../load/load-generator.ts';
import { type Figure, type Part, type PartResult, tableOf } from '../report.ts';
import {
  type Candidate,
  fill,
  type Summary,
  startCandidate,
  stopAll,
  summary,
} from '../servers/candidates.ts';
import { FRAMME, runFolder } from '../servers/measured-server.ts';
import { median } from '../statistics.ts';

const SIZES = [10, 1000, 20_000];
const FAMILIES = 4;
const ROUNDS = 7;
const WINDOW = 1000;
const SNAPSHOTS = 5;
/** As many pages; their share of a commit varies a little from run to run. */
const MOST_WRITES = 1.1;

/** Cost of a long history: check-ins and the first load of households with few and with many visits. */
export const sizes: Part = { name: 'sizes', title: 'Cost by length of the history', run };

async function run(): Promise<PartResult> {
  const location = { dataDir: runFolder() };
  const families = await fill(
    location,
    SIZES.map((visits) => ({ count: FAMILIES, visits })),
  );
  const framme = await startCandidate('Framme', FRAMME, families, location);
  const snapshots: SnapshotTimes[] = [];
  for (const at of SIZES.keys()) snapshots.push(await medianSnapshot(framme, families[at * FAMILIES]));
  const windows = await measureInTurn(framme);
  await stopAll([framme]);
  const none = { people: Number.NaN, all: Number.NaN, pages: Number.NaN };
  const measured = SIZES.map((size, at): Measured => {
    return { size, of: summary(windows[at] ?? []), ...(snapshots[at] ?? none) };
  });
  const [least, , most] = measured;
  if (!least || !most) throw new Error('nothing was measured');
  return { figures: figuresOf(least, most), table: tableOf(measured, COLUMNS) };
}

/** Windows of each size in turn, on one server; the first round warms up. */
async function measureInTurn({ generator }: Candidate): Promise<Window[][]> {
  const windows = SIZES.map((): Window[] => []);
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [i, kept] of windows.entries()) {
      const window = await generator.runWindow({
        connections: FAMILIES,
        ms: WINDOW,
        from: i * FAMILIES,
        count: FAMILIES,
      });
      if (round > 0) kept.push(window);
    }
  }
  return windows;
}

async function medianSnapshot(
  { server }: Candidate,
  family: BenchFamily | undefined,
): Promise<SnapshotTimes> {
  if (!family) throw new Error('there is no such family');
  const times: SnapshotTimes[] = [];
  for (let i = 0; i < SNAPSHOTS; i++) times.push(await readSnapshot(server.port, family));
  const of = (read: (one: SnapshotTimes) => number) => median(times.map(read));
  return { people: of((one) => one.people), all: of((one) => one.all), pages: of((one) => one.pages) };
}

function figuresOf(least: Measured, most: Measured): Figure[] {
  const change = most.of.perCpuSecond / least.of.perCpuSecond;
  const pages = most.of.writesPerTap / least.of.writesPerTap;
  return [
    {
      what: 'check-ins per CPU second with 20,000 visits, relative to 10',
      figure: percent(change),
      target: 'at least 90 %',
      reached: change >= 0.9,
    },
    {
      what: 'writes of a check-in with 20,000 visits, relative to 10',
      figure: percent(pages),
      target: `at most ${percent(MOST_WRITES)}`,
      reached: pages <= MOST_WRITES,
    },
    {
      what: 'first screen of a new phone (people) with 20,000 visits',
      figure: `${ms(most.people)}, with 10 visits ${ms(least.people)}`,
      target: 'does not wait for the history',
      reached: most.people <= least.people + 10,
    },
  ];
}

interface Measured extends SnapshotTimes {
  size: number;
  of: Summary;
}

const COLUMNS: [string, (one: Measured) => string][] = [
  ['visits', ({ size }) => whole(size)],
  ['check-ins per CPU second', ({ of }) => whole(of.perCpuSecond)],
  ['CPU s per 1,000', ({ of }) => fixed(of.cpuPerThousand, 3)],
  ['p50', ({ of }) => ms(of.p50)],
  ['writes a tap', ({ of }) => fixed(of.writesPerTap, 1)],
  ['snapshot: people', ({ people }) => ms(people)],
  ['snapshot: all', ({ all }) => ms(all)],
  ['pages', ({ pages }) => whole(pages)],
];

/** The time until a new phone has people and open visits, and until it has the whole history, in ms. */
interface SnapshotTimes {
  people: number;
  all: number;
  pages: number;
}

/** Loads a household like a new phone of the family. */
async function readSnapshot(port: number, family: BenchFamily): Promise<SnapshotTimes> {
  const connection = new HttpConnection(port);
  const device = newId();
  const sync = async (rest: Pick<SyncRequest, 'cursor' | 'history' | 'people'>): Promise<SyncReply> => {
    const message = {
      protocol: PROTOCOL,
      household: family.household,
      device,
      deviceNow: Date.now(),
      ops: [],
    };
    const body = JSON.stringify({ ...message, ...rest });
    return JSON.parse(await connection.post(calls.sync.path, family.token, body)) as SyncReply;
  };
  const begun = performance.now();
  const first = await sync({ cursor: null });
  let last = first;
  while (last.people !== undefined) last = await sync({ cursor: null, people: last.people });
  const people = performance.now() - begun;
  let pages = 1;
  for (let mark = last.history; mark; pages += 1)
    mark = (await sync({ cursor: first.cursor, history: mark })).history;
  connection.close();
  return { people, all: performance.now() - begun, pages };
}
