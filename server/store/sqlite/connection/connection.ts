import { chmodSync, closeSync, openSync, rmSync, statSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { isWithheld } from '../../../process/files.ts';
import { CannotOpenStore } from '../../ports/store.ts';
import {
  type BatchReader,
  Duplicate,
  ROWS_PER_BATCH,
  type Statement,
  type Value,
} from '../../shared/queries.ts';
import { isDuplicate } from './errors.ts';

/** SQLite 3.51.3 fixed a rare corruption of the write-ahead log; Node 26 includes a newer one. */
const OLDEST_SQLITE = [3, 51, 3] as const;

/** Throws CannotOpenStore for what is there and is no file: SQLite waits for a pipe without end. */
export function refuseOther(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== false) return;
  throw new CannotOpenStore(`${path} is no file, but a folder, a pipe or a device.`);
}

/**
 * Opens a database file to read it; with `isStill` nobody writes it meanwhile, and no file appears beside it. Throws
 * CannotOpenStore if this user may not read it.
 */
export function openReader(file: string, { isStill = false } = {}): DatabaseSync {
  if (isWithheld(file))
    throw new CannotOpenStore(
      `This user may not read ${file}. Run this as the user of the server, or make that user its owner.`,
    );
  refuseOther(file);
  const url = pathToFileURL(file);
  if (isStill) url.search = 'immutable=1';
  return new DatabaseSync(url, { readOnly: true, timeout: 5000 });
}

/** Runs `work` on a database that was opened for it alone, and closes that. */
export function closing<T>(db: DatabaseSync, work: (db: DatabaseSync) => T): T {
  try {
    return work(db);
  } finally {
    db.close();
  }
}

/** Removes a database file with its log, journal and index. */
export function removeDatabase(file: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(file + suffix, { force: true });
}

/** Opens the only connection that writes: write-ahead log, every commit synced to disk, foreign keys on. */
export function openWriter(file: string): DatabaseSync {
  refuseOther(file);
  keepPrivate(file);
  const db = new DatabaseSync(file, { timeout: 5000, enableForeignKeyConstraints: true });
  try {
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;');
    // The journal of savepoints is kept in memory: in a file it cost more writes than the log itself.
    db.exec('PRAGMA temp_store = MEMORY');
    // Deleted data is overwritten, not only freed.
    db.exec('PRAGMA secure_delete = ON');
    // In kB. Twice SQLite's own reads a tenth less from the file; with more, the processor's caches hold less of it.
    db.exec('PRAGMA cache_size = -4000');
    assertDurable(db);
  } catch (error) {
    db.close();
    throw error;
  }
  return db;
}

/**
 * Creates a database's file for this user alone, and takes one that exists from the others, with its log and index. SQLite
 * gives those it creates the mode of the file. It reports itself what it then cannot open.
 */
export function keepPrivate(file: string): void {
  // Never opens a file that exists: closing it would release the locks that this process holds on it.
  attempt(() => closeSync(openSync(file, 'wx', 0o600)));
  for (const path of [file, `${file}-wal`, `${file}-shm`]) attempt(() => chmodSync(path, 0o600));
}

function attempt(change: () => void): void {
  try {
    change();
  } catch {
    // The file exists or does not, or belongs to somebody else.
  }
}

function assertDurable(db: DatabaseSync): void {
  const version = String(pragma(db, 'SELECT sqlite_version() AS value'));
  if (!isAtLeast(version, OLDEST_SQLITE)) {
    throw new CannotOpenStore(
      `Framme needs SQLite ${OLDEST_SQLITE.join('.')} or newer, and this Node includes ${version}. Use a newer Node.`,
    );
  }
  const mode = pragma(db, 'PRAGMA journal_mode');
  if (mode !== 'wal') {
    throw new CannotOpenStore(
      `The data folder does not support a write-ahead log (journal mode ${mode}). Set DATA_DIR to a folder on a local disk.`,
    );
  }
  const synchronous = pragma(db, 'PRAGMA synchronous');
  if (synchronous !== 2) {
    throw new CannotOpenStore(`SQLite does not sync its commits (synchronous is ${synchronous}, not 2).`);
  }
}

/** Returns the one value of a statement. */
export function pragma(db: DatabaseSync, sql: string): unknown {
  return Object.values(db.prepare(sql).get() ?? {})[0];
}

function isAtLeast(version: string, oldest: readonly number[]): boolean {
  const parts = version.split('.').map(Number);
  const differs = oldest.findIndex((number, index) => parts[index] !== number);
  return differs === -1 || (parts[differs] ?? 0) > (oldest[differs] ?? 0);
}

/** A prepared statement with the type of its rows. */
export interface Query<Row> {
  all(...values: SQLInputValue[]): Row[];
  get(...values: SQLInputValue[]): Row | undefined;
  /** Reads one row at a time; the statement must not run again meanwhile. */
  each(...values: SQLInputValue[]): Iterable<Row>;
}

/**
 * Prepares statements whose rows are typed by their SQL: the only place where rows get a type. Statements name their index
 * where it matters: without statistics SQLite would scan a whole household.
 */
export function statementsOf(db: DatabaseSync) {
  const inColumns = (sql: string) => {
    const statement = db.prepare(sql);
    statement.setReturnArrays(true);
    return statement;
  };
  return {
    query<Row>(sql: string): Query<Row> {
      const statement = db.prepare(sql);
      return {
        all: (...values) => statement.all(...values) as Row[],
        get: (...values) => statement.get(...values) as Row | undefined,
        each: (...values) => statement.iterate(...values) as Iterable<unknown> as Iterable<Row>,
      };
    },
    /** Rows are their columns in order: on the path of a tap, without the cost of an object each. */
    columnsQuery<Row extends readonly unknown[]>(sql: string): (...values: SQLInputValue[]) => Row[] {
      const statement = inColumns(sql);
      return (...values) => statement.all(...values) as unknown as Row[];
    },
    /** Finds at most one row: its columns in order. */
    rowQuery<Row extends readonly unknown[]>(sql: string): (...values: SQLInputValue[]) => Row | undefined {
      const statement = inColumns(sql);
      return (...values) => statement.get(...values) as unknown as Row | undefined;
    },
    /** Writes, and returns the number of rows that it changed. */
    write(sql: string): (...values: SQLInputValue[]) => number {
      const statement = db.prepare(sql);
      return (...values) => Number(statement.run(...values).changes);
    },
  };
}

/** A limit bound at each run. SQLite plans a bare `LIMIT ?` by its value and would prepare the statement again each time. */
export const LIMIT_GIVEN = 'LIMIT 0 + ?';

/** Runs the statements of both stores, each prepared at its first run. Every promise is settled when it is returned. */
export function queriesOf(db: DatabaseSync): BatchReader {
  const prepared = new Map<Statement<unknown>, StatementSync>();
  const prepare = (statement: Statement<unknown>) => {
    const found = prepared.get(statement) ?? db.prepare(toSqlite(statement.sqlite));
    prepared.set(statement, found);
    return found;
  };
  return {
    all: async <Row>(statement: Statement<Row>, ...values: Value[]) =>
      prepare(statement).all(...values.map(toInput)) as Row[],
    one: async <Row>(statement: Statement<Row>, ...values: Value[]) =>
      prepare(statement).get(...values.map(toInput)) as Row | undefined,
    async run(statement, ...values) {
      try {
        return Number(prepare(statement).run(...values.map(toInput)).changes);
      } catch (error) {
        throw isDuplicate(error) ? new Duplicate('the row is there already', { cause: error }) : error;
      }
    },
    async *batches<Row>(statement: Statement<Row>, ...values: Value[]) {
      let batch: Row[] = [];
      for (const row of prepare(statement).iterate(...values.map(toInput))) {
        batch.push(row as Row);
        if (batch.length < ROWS_PER_BATCH) continue;
        yield batch;
        batch = [];
      }
      if (batch.length > 0) yield batch;
    },
  };
}

function toInput(value: Value): SQLInputValue {
  if (typeof value === 'boolean') return value ? 1 : 0;
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}

/** Translates SQL of both stores, without its locks: transactions run one at a time here. */
function toSqlite(sql: string): string {
  return sql
    .replace(/\s+FOR (KEY SHARE|UPDATE)( SKIP LOCKED)?/g, '')
    .replaceAll("::json ->> '", " ->> '$.")
    .replace(/::(bigint|integer|json|text)/g, '')
    .replaceAll('json_array_elements(', 'json_each(')
    .replaceAll('greatest(', 'max(')
    .replace(/= ANY \((\$\d+)\)/g, 'IN (SELECT value FROM json_each($1))')
    .replace(/<> ALL \((\$\d+)\)/g, 'NOT IN (SELECT value FROM json_each($1))')
    .replace(/\$(\d+)/g, '?$1');
}
