import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { sizeOf } from '../../../process/files.ts';
import { freeBytesOf } from '../../admin/backup-files.ts';
import type { ReportMigration } from '../../ports/store.ts';
import { CannotOpenStore } from '../../ports/store.ts';
import {
  currentSchema,
  partsOf,
  refuseUnknownSchema,
  requireSchema,
  type Schemas,
  stepsFrom,
  migrationTarget as targetFrom,
} from '../../schema/schema-checks.ts';
import { commonSteps, currentTables, toSqliteTables } from '../../schema/tables.ts';
import { closing, openReader, pragma, refuseOther } from '../connection/connection.ts';
import { isBusy } from '../connection/errors.ts';
import { BASELINE, baselineTables, ownSteps } from './own-steps.ts';

/** Append-only: a released step never changes. Blank lines divide a step into reported parts. */
const SCHEMAS: Schemas = {
  baseline: BASELINE,
  steps: [...ownSteps, ...commonSteps.map(toSqliteTables)],
  tables: toSqliteTables(currentTables),
};

export const CURRENT_SCHEMA = currentSchema(SCHEMAS);

/** What `openWriter` sets. */
const AS_OPENED =
  'PRAGMA journal_mode = WAL; PRAGMA temp_store = MEMORY; PRAGMA legacy_alter_table = OFF; PRAGMA foreign_keys = ON';

interface MigrationOptions {
  schemas?: Schemas;
  report?: ReportMigration | undefined;
  freeBytes?: (folder: string) => number;
}

/**
 * In one transaction: a kill leaves the old or the new schema. Throws CannotOpenStore for an unknown schema
 * or without room.
 */
export function migrate(db: DatabaseSync, options: MigrationOptions = {}): void {
  const { schemas = SCHEMAS, report = () => undefined, freeBytes = freeBytesOf } = options;
  const isFilled = targetFrom(schemaVersion(db), schemas) !== undefined;
  if (isFilled) makeRoom(db, report, freeBytes);
  // Dropping a table that others refer to would delete their rows. Neither can be set in a transaction.
  if (isFilled) db.exec('PRAGMA foreign_keys = OFF; PRAGMA legacy_alter_table = ON');
  db.exec('BEGIN EXCLUSIVE');
  try {
    const steps = stepsFrom(schemaVersion(db), schemas);
    for (const part of partsOf(steps, isFilled ? report : undefined)) db.exec(part);
    if (isFilled) refuseLostRows(db);
    if (steps.length > 0) db.exec(`PRAGMA user_version = ${currentSchema(schemas)}`);
    db.exec('COMMIT');
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  } finally {
    if (isFilled) db.exec(AS_OPENED);
  }
}

/** The references were off meanwhile. */
function refuseLostRows(db: DatabaseSync): void {
  const lost = db.prepare('SELECT "table" AS child, parent FROM pragma_foreign_key_check LIMIT 1').get();
  if (lost === undefined) return;
  throw new CannotOpenStore(
    `The database is not migrated to this version, for rows of ${lost.child} refer to no row of ${lost.parent}. ` +
      'Nothing was changed. Copy the data, restore an earlier backup, and report it.',
  );
}

/** For an empty database. */
export function migrateTo(db: DatabaseSync, schema = CURRENT_SCHEMA): void {
  const { baseline, steps, tables } = SCHEMAS;
  if (schema === CURRENT_SCHEMA) {
    db.exec(tables);
    return;
  }
  db.exec('PRAGMA foreign_keys = OFF; PRAGMA legacy_alter_table = ON');
  for (const step of [baselineTables, ...steps.slice(0, schema - baseline)]) db.exec(step);
}

/** Growth for a while, as a multiple of the size: a rollback journal, and a copy of the largest table. */
const GROWTH = 2;

/**
 * A rollback journal keeps the old pages; a write-ahead log would take twice the room, because freed pages
 * are overwritten too.
 */
function makeRoom(db: DatabaseSync, report: ReportMigration, freeBytes: (folder: string) => number): void {
  const file = db.location();
  const megabytes = (bytes: number) => Math.ceil(bytes / 1e6);
  const size = Number(pragma(db, 'PRAGMA page_count')) * Number(pragma(db, 'PRAGMA page_size'));
  const [needed, free] = [size * GROWTH, file === null ? Number.POSITIVE_INFINITY : freeBytes(dirname(file))];
  if (free < needed) {
    throw new CannotOpenStore(
      `The database must be migrated to this version of Framme, which takes ${sizeOf(needed)} of the disk for a while, ` +
        `and ${sizeOf(free, Math.floor)} are free. Make room, or install the version before again; nothing was changed.`,
    );
  }
  const figures = { megabytes: megabytes(size), megabytesNeeded: megabytes(needed) };
  report(figures, 'the database is migrated to this version; do not switch off until it is ready');
  try {
    db.exec('PRAGMA journal_mode = DELETE');
  } catch (error) {
    if (!isBusy(error)) throw error;
    throw new CannotOpenStore(
      'The database must be migrated, and another program has it open. Close that program, then start Framme again.',
    );
  }
  // Index entries are sorted in a file: in memory they could be larger than it.
  db.exec('PRAGMA temp_store = FILE');
}

/** Undefined if no migration is needed. Throws as `migrate`. */
export function migrationTarget(db: DatabaseSync): number | undefined {
  return targetFrom(schemaVersion(db), SCHEMAS);
}

/** Must precede any opening for writing, which would empty the log into the file. Throws as `migrate`. */
export function refuseUnknownFile(file: string): void {
  const hasBytes = (path: string) => (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0;
  refuseOther(file);
  if (!hasBytes(file)) return;
  closing(openReader(file, { isStill: !hasBytes(`${file}-wal`) }), requireKnownSchema);
}

/** 0 for something else. Throws as `migrate`. */
export function requireKnownSchema(db: DatabaseSync): number {
  const version = schemaVersion(db);
  refuseUnknownSchema(version, SCHEMAS);
  return version;
}

export function requireCurrentSchema(db: DatabaseSync): void {
  requireSchema(schemaVersion(db), SCHEMAS);
}

function schemaVersion(db: DatabaseSync): number {
  return Number(pragma(db, 'PRAGMA user_version'));
}
