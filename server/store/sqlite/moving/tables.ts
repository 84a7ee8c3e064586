import type { DatabaseSync } from 'node:sqlite';
import { COMMON_TABLES } from '../../hosting/moving/tables.ts';
import type { MovedTable } from '../../ports/moving.ts';
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
export const IS_NAMED = "h.id NOT LIKE '~%'";
