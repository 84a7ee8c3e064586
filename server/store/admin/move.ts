import { hash } from 'node:crypto';
import { FRAMME } from '../../process/command-name.ts';
import {
  type Moved,
  type MovedRow,
  type MovedTable,
  MoveFailed,
  type MoveSource,
  type MoveTarget,
  type ReportMove,
} from '../ports/moving.ts';
import { currentTables, tablesIn } from '../schema/tables.ts';
import { sql } from '../shared/queries.ts';
import { openSqliteSource, openSqliteTarget } from '../sqlite/moving/ends.ts';

export type MoveEnd = { folder: string } | { address: string };

/**
 * No server may run on either. The source stays as it is, and on an error so does the empty target. Throws
 * MoveFailed and CannotOpenStore.
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

// Imported on demand: installations without PostgreSQL do not load its driver.
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

const RESTORED = 'restored_at, restored_from';
// Only what a restore left of the epoch travels: an agreement that it makes void is void in the target too.
const epochTable: MovedTable = {
  name: 'store_epoch',
  columns: RESTORED.split(', '),
  read: sql(`SELECT ${RESTORED} FROM store_epoch WHERE restored_at IS NOT NULL`),
  write: sql(
    `UPDATE store_epoch SET restored_at = (r.value ->> 'restored_at')::bigint,
       restored_from = (r.value ->> 'restored_from')::bigint FROM json_array_elements($1::json) AS r`,
  ),
};

/** Each after those it refers to, as in the schema. Households that are being deleted stay behind. */
const MOVED_TABLES: readonly MovedTable[] = tablesIn(currentTables).map((table) =>
  table.name === 'store_epoch' ? epochTable : wholeTable(table),
);

function wholeTable({ name, columns }: ReturnType<typeof tablesIn>[number]): MovedTable {
  const names = columns.map((column) => column.name);
  const cells = columns.map(({ name, type }) =>
    type === 'text' ? `value ->> '${name}'` : `(value ->> '${name}')::${type}`,
  );
  const isOfHousehold = columns.some(({ name, type }) => name === 'household' && type === 'bigint');
  const number = name === 'households' ? 'number' : isOfHousehold ? 'coalesce(household, 0)' : '0';
  return {
    name,
    columns: names,
    read: sql(
      `SELECT ${names} FROM ${name}
       WHERE ${number} NOT IN (SELECT number FROM households WHERE id LIKE '~%')`,
    ),
    write: sql(`INSERT INTO ${name} (${names}) SELECT ${cells} FROM json_array_elements($1::json)`),
  };
}

type Digests = Moved['tables'];
type Reading = Pick<MoveSource, 'one' | 'batches'>;

/** Keeps the rows if both sides read alike. Throws MoveFailed; then the target is as before. */
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
  let rows = 0;
  for (const { read } of MOVED_TABLES) {
    const count = sql<{ count: number }>(`SELECT count(*) AS count FROM (${read.text}) AS moved`);
    rows += (await store.one(count))?.count ?? 0;
  }
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

/** Copies them too, if `write` is given. */
async function digestAll(
  store: Reading,
  count: (rows: number) => void,
  write?: MoveTarget['write'],
): Promise<Digests> {
  const digests: Digests = {};
  for (const table of MOVED_TABLES) {
    const digest = new TableDigest(table);
    for await (const rows of store.batches(table.read)) {
      await write?.(table, rows);
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

/** Independent of order; a lost, doubled or changed row shows. */
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

  result() {
    return { rows: this.#rows, hash: this.#sum.toString(16).padStart(Number(SIZE / 4n), '0') };
  }
}

function hashOf(tables: Readonly<Digests>): string {
  const named = Object.entries(tables).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return hash('sha256', JSON.stringify(named));
}
