import { createHash } from 'node:crypto';

/** Lists are for `= ANY ($n)` and `<> ALL ($n)`. */
export type Value = string | number | boolean | null | readonly string[];

/** In PostgreSQL's words. */
export interface Statement<Row> {
  readonly name?: string;
  readonly text: string;
  readonly sqlite: string;
  /** Never set: carries the type of a row. */
  readonly row?: Row;
}

// `LIMIT 0 + $n`: SQLite plans a bare `LIMIT ?` by its value, and would prepare the statement each time.

/** PostgreSQL connections prepare it once. `inSqlite`: words that `toSqlite` cannot translate. */
export function sql<Row = never>(
  text: string,
  inSqlite: Readonly<Record<string, string>> = {},
): Statement<Row> {
  const name = createHash('sha256').update(text).digest('base64url');
  const words = Object.entries(inSqlite);
  return { name, text, sqlite: toSqlite(words.reduce((all, [from, to]) => all.replaceAll(from, to), text)) };
}

/** Planned at each run, by the tables' sizes then. */
export function unprepared<Row>({ name: _, ...statement }: Statement<Row>): Statement<Row> {
  return statement;
}

/** Drops the locks: transactions run one at a time. A `+` comment names an index: SQLite has no statistics. */
function toSqlite(text: string): string {
  return text
    .replace(/\s+FOR (KEY SHARE|UPDATE)( OF \w+)?( SKIP LOCKED)?/g, '')
    .replaceAll(' OFFSET 0', '')
    .replace(/\/\*\+ (INDEXED BY \w+) \*\//g, '$1')
    .replaceAll("::json ->> '", " ->> '$.")
    .replace(/::(bigint|integer|int|json|text)\b/g, '')
    .replaceAll('json_array_elements(', 'json_each(')
    .replaceAll('json_build_', 'json_')
    .replaceAll('json_agg(', 'json_group_array(')
    .replaceAll('greatest(', 'max(')
    .replaceAll('strpos(', 'instr(')
    .replace(/= ANY \((\$\d+)\)/g, 'IN (SELECT value FROM json_each($1))')
    .replace(/<> ALL \((\$\d+)\)/g, 'NOT IN (SELECT value FROM json_each($1))')
    .replace(/\$(\d+)/g, '?$1');
}

/** Rejects with StoreUnavailable, Duplicate, or the database's own error. */
export interface Queries {
  all<Row>(statement: Statement<Row>, ...values: Value[]): Promise<Row[]>;
  one<Row>(statement: Statement<Row>, ...values: Value[]): Promise<Row | undefined>;
  /** The number of changed rows. */
  run(statement: Statement<unknown>, ...values: Value[]): Promise<number>;
}

export const ROWS_PER_BATCH = 500;

/** On PostgreSQL in a transaction, and one statement at a time. */
export interface BatchReader extends Queries {
  batches<Row>(statement: Statement<Row>, ...values: Value[]): AsyncIterable<Row[]>;
}

/** By a unique index; PostgreSQL then keeps nothing of the transaction. */
export class Duplicate extends Error {
  override readonly name = 'Duplicate';
}

/** Outside of a transaction: `all` and `one` read committed data, `run` commits by itself. */
export interface Database extends Queries {
  /** Not atomic: a statement may commit without the next. */
  write<T>(work: (queries: Queries) => Promise<T>): Promise<T>;
  /** After earlier ones of this process and key; retries conflicts. `work` may await only its own queries. */
  transaction<T>(key: string, work: (queries: Queries) => Promise<T>): Promise<T>;
}
