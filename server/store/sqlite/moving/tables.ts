import type { DatabaseSync } from 'node:sqlite';
import { movedOutcome } from '../../hosting/move-rows.ts';
import { COMMON_TABLES } from '../../hosting/moved-tables.ts';
import type { MovedRow, MovedTable, MoveSource } from '../../ports/moving.ts';
import { query } from '../connection/connection.ts';

/** The columns that the common tables cover, or that are derived; a table or column in no list is moved as it is. */
export const OWN_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  households: ['number', 'devices'],
  people: ['household', 'path', 'version', 'body'],
  visits: ['number', 'household', 'version', 'open', 'start', 'visitor', 'path', 'body'],
  outcomes: ['household', 'op', 'recorded_at', 'version', 'outcome', 'notified', 'notice'],
  notices: ['id', 'household', 'about', 'kind', 'message', 'due_at', 'taken', 'attempts', 'earlier'],
  tombstone_times: ['household', 'version', 'removed_at'],
  store_epoch: ['epoch', 'mark', 'restored_at', 'restored_from'],
};

/** A table that is moved as it is. */
export interface PlainTable extends MovedTable {
  /** The columns that hold a household's number here, and its id in the other store. */
  numbers: readonly string[];
}

interface ForeignKey {
  from: string;
  table: string;
  to: string;
}

/** Returns the tables that are moved as they are, by the schema itself. */
export function plainTables(db: DatabaseSync): PlainTable[] {
  const names = query<{ name: string }>(
    db,
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
  );
  return names
    .all()
    .map(({ name }) => plainTable(db, name))
    .filter(({ columns }) => Object.keys(columns).length > 0);
}

function plainTable(db: DatabaseSync, name: string): PlainTable {
  const own = OWN_COLUMNS[name] ?? [];
  const keys = query<ForeignKey>(db, 'SELECT "from", "table", "to" FROM pragma_foreign_key_list(?)').all(
    name,
  );
  const numbers = keys
    .filter(({ table, to }) => table === 'households' && to === 'number')
    .map(({ from }) => from);
  const columns = query<{ name: string; type: string }>(db, 'SELECT name, type FROM pragma_table_info(?)')
    .all(name)
    .filter((column) => !own.includes(column.name))
    .map((column) => [column.name, kindOf(column.type, numbers.includes(column.name))] as const);
  const parents = keys.map(({ table }) => table);
  return { name, columns: Object.fromEntries(columns), parents, numbers };
}

function kindOf(type: string, isNumberOfHousehold: boolean): 'text' | 'number' {
  if (type === 'TEXT' || isNumberOfHousehold) return 'text';
  if (type === 'INTEGER') return 'number';
  throw new Error(`a column of the type ${type} cannot be moved`);
}

/** Returns all tables as both stores have them. */
export function movedTables(db: DatabaseSync): MovedTable[] {
  return [...plainTables(db), ...COMMON_TABLES];
}

/** The condition on a row `h` of households that it is none that is being deleted, which has no name any more. */
const IS_NAMED = "h.id NOT LIKE '~%'";

const ROWS_PER_BATCH = 500;

const OF_HOUSEHOLD = `JOIN households h ON h.number = t.household AND ${IS_NAMED}`;

/** The rows of the common tables. */
const COMMON: Readonly<Record<string, string>> = {
  // An open visit's body ends with blanks (save.ts).
  documents: `SELECT h.id AS household, path, t.version, body, NULL AS visitor, NULL AS start, NULL AS open
      FROM people t ${OF_HOUSEHOLD}
    UNION ALL SELECT h.id, path, t.version, rtrim(body, ' '), visitor, start, iif(body IS NULL, NULL, open)
      FROM visits t ${OF_HOUSEHOLD}`,
  devices: `SELECT h.id AS household, value ->> 0 AS device, value ->> 1 AS last_sequence
    FROM households h, json_each(h.devices) WHERE ${IS_NAMED}`,
  outcomes: `SELECT h.id AS household, op, recorded_at, t.version, outcome FROM outcomes t ${OF_HOUSEHOLD}
    WHERE t.version IS NOT NULL OR outcome IS NOT NULL`,
  sent_notices: `SELECT h.id AS household, op AS about, recorded_at AS at FROM outcomes t ${OF_HOUSEHOLD} WHERE notified = 1`,
  notices: `SELECT h.id AS household, row_number() OVER (PARTITION BY t.household ORDER BY t.id) AS place,
      about, kind, message, due_at, taken, attempts
    FROM notices t ${OF_HOUSEHOLD} ORDER BY t.household, t.id`,
};

/** Prepares the reading of a database that nobody writes meanwhile. */
export function rowReader(db: DatabaseSync): Omit<MoveSource, 'close'> {
  const plain = new Map(plainTables(db).map((table) => [table.name, selectOf(table)]));
  const sqlOf = (table: string) => COMMON[table] ?? plain.get(table) ?? '';
  return {
    tables: movedTables(db),
    count: async (table) =>
      query<{ count: number }>(db, `SELECT count(*) AS count FROM (${sqlOf(table)})`).get()?.count ?? 0,
    async *read(table) {
      let batch: MovedRow[] = [];
      for (const row of query<MovedRow>(db, sqlOf(table)).each()) {
        batch.push(table === 'outcomes' ? movedOutcome(row) : row);
        if (batch.length < ROWS_PER_BATCH) continue;
        yield batch;
        batch = [];
      }
      if (batch.length > 0) yield batch;
    },
  };
}

function selectOf({ name, columns, numbers }: PlainTable): string {
  if (name === 'households')
    return `SELECT ${Object.keys(columns).join(', ')} FROM households h WHERE ${IS_NAMED}`;
  const [number, ...others] = numbers;
  if (others.length > 0) throw new Error(`${name} refers to two households`);
  const selected = Object.keys(columns).map((column) =>
    column === number ? `h.id AS "${column}"` : `t."${column}"`,
  );
  // A row may belong to no household.
  const join =
    number === undefined
      ? ''
      : `LEFT JOIN households h ON h.number = t."${number}" WHERE t."${number}" IS NULL OR ${IS_NAMED}`;
  return `SELECT ${selected.join(', ')} FROM "${name}" t ${join}`;
}
