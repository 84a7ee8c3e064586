import { fixed, megabytes, whole } from './format.ts';
import type { StoredResult, Table } from './report.ts';

/** The estimate of decision 0010: how much a number of families needs, from the figures measured last. */
const VISITS_A_DAY = 3;
const DAYS_A_YEAR = 200;
/** Half of the taps fall into the three hours after school, and four times as many into their worst minutes. */
const BUSY_SHARE = 0.5;
const BUSY_SECONDS = 3 * 3600;
const WORST = 4;
/** Calls that only read, and safety. */
const SPARE = 2;
const PHONES = 1.5;
const OPEN_PHONES = 0.05;

const FAMILIES = [100_000, 1_000_000];

/** The figures of a part: check-ins per CPU second, bytes of a stream, bytes of a visit. */
interface Measured {
  perCpuSecond: number;
  streamBytes: number;
  visitBytes: number;
}

/** Returns the estimate for each store; undefined before all its figures are measured. */
export function capacityTable(results: readonly StoredResult[]): Table | undefined {
  const value = (part: string, name: string) =>
    results.find((result) => result.name === part)?.values?.[name] ?? Number.NaN;
  const streamBytes = value('live', 'stream');
  const stores = [
    {
      store: 'SQLite',
      perCpuSecond: value('check-ins', 'perCpuSecond'),
      visitBytes: value('disk', 'SQLite'),
    },
    {
      store: 'PostgreSQL',
      perCpuSecond: value('check-ins-postgres', 'perCpuSecond'),
      visitBytes: value('disk', 'PostgreSQL'),
    },
  ];
  const rows = FAMILIES.flatMap((families) =>
    stores.map(({ store, ...measured }) => [
      whole(families),
      store,
      ...estimate(families, { ...measured, streamBytes }),
    ]),
  );
  if (rows.flat().some((cell) => cell.includes('NaN'))) return undefined;
  return { columns: COLUMNS, rows };
}

const COLUMNS = [
  'families',
  'store',
  'taps/s in the worst minutes',
  'cores for the app',
  'streams',
  'disk a year',
];

function estimate(families: number, { perCpuSecond, streamBytes, visitBytes }: Measured): string[] {
  const taps = (families * 2 * VISITS_A_DAY * BUSY_SHARE * WORST) / BUSY_SECONDS;
  const streams = families * PHONES * OPEN_PHONES;
  const bytes = families * VISITS_A_DAY * DAYS_A_YEAR * visitBytes;
  return [
    whole(taps),
    `${fixed(taps / perCpuSecond, 2)}, with reads and safety ${fixed((SPARE * taps) / perCpuSecond, 2)}`,
    `${whole(streams)} in ${megabytes(streams * streamBytes)}`,
    `${whole(bytes / 1e9)} GB`,
  ];
}

export const CAPACITY_HOW = `Calculated from the figures above: ${VISITS_A_DAY} visits a day of a family on ${DAYS_A_YEAR} days, half of the taps in the three hours
after school and ${WORST} times as many in the worst minutes; the dearest check-in of 16 and 64 connections counts, and twice its
cost for calls that only read and for safety. ${PHONES} phones a family, ${OPEN_PHONES * 100} % of them open at once. Memory is that of the streams
alone, disk that of visits with outcomes and sent notices, on PostgreSQL without the database's own share of the cores.`;
