import { hash } from 'node:crypto';
import { FRAMME } from '../../process/command-name.ts';
import {
  type Moved,
  type MovedDigest,
  type MovedRow,
  type MovedTable,
  MoveFailed,
  type MoveSource,
  type MoveTarget,
  type ReportMove,
} from '../ports/moving.ts';
import { sql } from '../shared/queries.ts';
import { openSqliteSource, openSqliteTarget } from '../sqlite/moving/ends.ts';
import { MOVED_TABLES } from './moved-tables.ts';

/** One end of a move: the folder of an embedded database, or the address of one in PostgreSQL. */
export type MoveEnd = { folder: string } | { address: string };

/**
 * Moves everything from one store to the other one, which must be empty, while no server runs on either. The source stays as
 * it is. Throws MoveFailed and CannotOpenStore; then the target is as empty as before.
 */
export async function moveStore(from: MoveEnd, to: MoveEnd, report: ReportMove): Promise<Moved> {
  const source = await openSource(from);
  try {
    const target = await openTarget(to);
    try {
      return await moveRows(source, target, report);
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

// Imported on demand: a host without PostgreSQL does not load its driver.
async function openSource(end: MoveEnd): Promise<MoveSource> {
  if ('folder' in end) return openSqliteSource(end.folder);
  const { openPostgresSource } = await import('../postgres/moving/ends.ts');
  return openPostgresSource(end.address);
}

async function openTarget(end: MoveEnd): Promise<MoveTarget> {
  if ('folder' in end) return openSqliteTarget(end.folder);
  const { openPostgresTarget } = await import('../postgres/moving/ends.ts');
  return openPostgresTarget(end.address);
}

type Digests = Record<string, MovedDigest>;
type Reading = Pick<MoveSource, 'one' | 'batches'>;

/**
 * Copies all rows of a store into an empty one, reads them back, and keeps them if both sides agree. A target that holds
 * everything already is left as it is. Throws MoveFailed; then the target is as it was.
 */
async function moveRows(source: MoveSource, target: MoveTarget, report: ReportMove): Promise<Moved> {
  const of = await countAll(source);
  const wasThere = (await countAll(target)) > 0;
  if (wasThere && target.isUsed) throw new MoveFailed(NOT_EMPTY);
  const counter = (step: 'move' | 'compare') => counterOf(step, of, report);
  const sent = await digestAll(source, counter('move'), wasThere ? undefined : target.write);
  if (!wasThere) await target.complete();
  const arrived = await digestAll(target, counter('compare'));
  requireSame(sent, arrived, wasThere);
  if (!wasThere) await target.keep();
  await source.noteMoved();
  return { tables: arrived, hash: hashOf(arrived), wasThere };
}

const NOT_EMPTY =
  'The target is not empty: it is in use already. Name an empty one; nothing in it was changed.';

async function countAll(store: Reading): Promise<number> {
  const count = (text: string) => `SELECT count(*) AS count FROM (${text}) AS moved`;
  let rows = 0;
  for (const { read } of MOVED_TABLES)
    rows += (await store.one(sql<{ count: number }>(count(read.text), count(read.sqlite))))?.count ?? 0;
  return rows;
}

function counterOf(step: 'move' | 'compare', of: number, report: ReportMove): (rows: number) => void {
  let rows = 0;
  report({ step, rows, of });
  return (more) => {
    rows += more;
    report({ step, rows, of });
  };
}

/** Reads all rows, and hands them to `write`, if they are to be copied. */
async function digestAll(
  store: Reading,
  count: (rows: number) => void,
  write?: MoveTarget['write'],
): Promise<Digests> {
  const digests: Digests = {};
  for (const table of MOVED_TABLES) {
    const isOutcomes = table.name === 'outcomes';
    const digest = new TableDigest(table);
    for await (const found of store.batches(table.read)) {
      const rows = isOutcomes ? found.map(movedOutcome) : found;
      await write?.(table, isOutcomes ? rows.map(storedOutcome) : rows);
      digest.add(rows);
      count(rows.length);
    }
    digests[table.name] = digest.result();
  }
  return digests;
}

function requireSame(sent: Digests, arrived: Digests, wasThere: boolean): void {
  const others = Object.keys(sent).filter(
    (name) => sent[name]?.rows !== arrived[name]?.rows || sent[name]?.hash !== arrived[name]?.hash,
  );
  if (others.length === 0) return;
  const counts = others.map((name) => `${name} (${sent[name]?.rows} rows and ${arrived[name]?.rows})`);
  throw new MoveFailed(
    wasThere
      ? `The target is not empty, and is not what the source is: they differ in ${counts.join(', ')}. Name an empty one.`
      : `Both sides differ in ${counts.join(', ')}, so nothing was moved. Check the source by: ${FRAMME} verify`,
  );
}

const SIZE = 256n;

/** The hash of a table's rows in any order: the sum of the SHA-256 of each, so that a row lost, doubled or changed shows. */
class TableDigest {
  readonly #columns: readonly string[];
  #rows = 0;
  #sum = 0n;

  constructor({ columns }: MovedTable) {
    this.#columns = columns.toSorted();
  }

  add(rows: readonly MovedRow[]): void {
    for (const row of rows) {
      const cells = this.#columns.map((column) => row[column]);
      this.#sum = BigInt.asUintN(
        Number(SIZE),
        this.#sum + BigInt(`0x${hash('sha256', JSON.stringify(cells))}`),
      );
    }
    this.#rows += rows.length;
  }

  result(): MovedDigest {
    return { rows: this.#rows, hash: this.#sum.toString(16).padStart(Number(SIZE / 4n), '0') };
  }
}

/** Returns one hash of the hashes of all tables. */
function hashOf(tables: Readonly<Record<string, MovedDigest>>): string {
  const named = Object.entries(tables).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return hash('sha256', JSON.stringify(named));
}

/** Returns a row of outcomes, as both stores hold it, in the common form: the outcome as JSON, in the same letters from each. */
function movedOutcome({ version, outcome, ...row }: MovedRow): MovedRow {
  const whole = outcome === null ? { result: 'done', version } : JSON.parse(String(outcome));
  return { ...row, outcome: JSON.stringify(whole) };
}

/** Returns a row of outcomes in the common form as both stores hold it (rows.ts). */
function storedOutcome(row: MovedRow): MovedRow {
  const outcome = JSON.parse(String(row.outcome)) as Record<string, unknown>;
  const isDone = outcome.result === 'done';
  const isPlain = isDone && Object.keys(outcome).every((key) => key === 'result' || key === 'version');
  return {
    ...row,
    version: isDone ? Number(outcome.version) : null,
    outcome: isPlain ? null : String(row.outcome),
  };
}
