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

/** Fixes a rare corruption of the write-ahead log; Node 26 includes a newer one. */
const OLDEST_SQLITE = [3, 51, 3] as const;

/** Throws CannotOpenStore: SQLite would wait for a pipe without end. */
export function refuseOther(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== false) return;
  throw new CannotOpenStore(`${path} is no file, but a folder, a pipe or a device.`);
}

/** `isStill`: nobody writes the file, and none appears beside it. Throws CannotOpenStore if unreadable. */
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

export function closing<T>(db: DatabaseSync, work: (db: DatabaseSync) => T): T {
  try {
    return work(db);
  } finally {
    db.close();
  }
}

export function removeDatabase(file: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(file + suffix, { force: true });
}

/** The only connection that writes; every commit is synced to disk. */
export function openWriter(file: string): DatabaseSync {
  refuseOther(file);
  keepPrivate(file);
  const db = new DatabaseSync(file, { timeout: 5000, enableForeignKeyConstraints: true });
  try {
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;');
    // Savepoints' journal: in a file it cost more writes than the log itself.
    db.exec('PRAGMA temp_store = MEMORY');
    db.exec('PRAGMA secure_delete = ON');
    // In kB. Twice the default reads a tenth less from the file; more crowds the processor's caches.
    db.exec('PRAGMA cache_size = -4000');
    assertDurable(db);
  } catch (error) {
    db.close();
    throw error;
  }
  return db;
}

/**
 * Restricts the file, its log and index to this user; SQLite gives new ones the file's mode, and reports what
 * it cannot open.
 */
export function keepPrivate(file: string): void {
  // Never opens an existing file: closing it would release this process's locks on it.
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

export function pragma(db: DatabaseSync, sql: string): unknown {
  return Object.values(db.prepare(sql).get() ?? {})[0];
}

function isAtLeast(version: string, oldest: readonly number[]): boolean {
  const parts = version.split('.').map(Number);
  const differs = oldest.findIndex((number, index) => parts[index] !== number);
  return differs === -1 || (parts[differs] ?? 0) > (oldest[differs] ?? 0);
}

export interface Query<Row> {
  all(...values: SQLInputValue[]): Row[];
  get(...values: SQLInputValue[]): Row | undefined;
  /** One row at a time; the statement must not run again meanwhile. */
  each(...values: SQLInputValue[]): Iterable<Row>;
}

/**
 * Rows get a type only here. Statements name their index where it matters: without statistics SQLite would
 * scan a household.
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
    /** Rows as arrays, which saves an object each on the path of a tap. */
    columnsQuery<Row extends readonly unknown[]>(sql: string): (...values: SQLInputValue[]) => Row[] {
      const statement = inColumns(sql);
      return (...values) => statement.all(...values) as unknown as Row[];
    },
    rowQuery<Row extends readonly unknown[]>(sql: string): (...values: SQLInputValue[]) => Row | undefined {
      const statement = inColumns(sql);
      return (...values) => statement.get(...values) as unknown as Row | undefined;
    },
    write(sql: string): (...values: SQLInputValue[]) => number {
      const statement = db.prepare(sql);
      return (...values) => Number(statement.run(...values).changes);
    },
  };
}

/** Every returned promise is already settled. */
export function queriesOf(db: DatabaseSync): BatchReader {
  const prepared = new Map<Statement<unknown>, StatementSync>();
  const prepare = (statement: Statement<unknown>) => {
    const found = prepared.get(statement) ?? db.prepare(statement.sqlite);
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
