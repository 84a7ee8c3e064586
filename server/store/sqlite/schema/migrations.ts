import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { sizeOf } from '../../../process/files.ts';
import { freeBytesOf } from '../../hosting/backup-files.ts';
import {
  partsOf,
  presentSchema,
  refuseUnknownSchema,
  requireSchema,
  type Schemas,
  stepsFrom,
  migrationTarget as targetFrom,
} from '../../hosting/schema-version.ts';
import type { ReportMigration } from '../../ports/store.ts';
import { CannotOpenStore } from '../../ports/store.ts';
import { closing, openReader, pragma, refuseOther } from '../connection/connection.ts';
import { isBusy } from '../connection/errors.ts';
import { baselineSchema } from './baseline.ts';
import { ninthSchema } from './schema-9.ts';
import { tenthSchema } from './schema-10.ts';
import { eleventhSchema } from './schema-11.ts';
import { twelfthSchema } from './schema-12.ts';

/** Append-only: a released step never changes. Blank lines divide a step into the parts that are reported. */
const SCHEMAS: Schemas = {
  baseline: 8,
  steps: [baselineSchema, ninthSchema, tenthSchema, eleventhSchema, twelfthSchema],
};

/** The schema that this version stores. */
export const PRESENT_SCHEMA = presentSchema(SCHEMAS);

interface MigrationOptions {
  schemas?: Schemas;
  report?: ReportMigration | undefined;
  /** Returns the free bytes of the disk under a folder. */
  freeBytes?: (folder: string) => number;
}

/**
 * Migrates a database to the present schema in one transaction, so that a kill leaves the old or the new one. Throws
 * CannotOpenStore if it is of a newer version or from before the baseline, or if the disk lacks room.
 */
export function migrate(db: DatabaseSync, options: MigrationOptions = {}): void {
  const { schemas = SCHEMAS, report = () => undefined, freeBytes = freeBytesOf } = options;
  const isFilled = targetFrom(schemaVersion(db), schemas) !== undefined;
  if (isFilled) makeRoom(db, report, freeBytes);
  db.exec('BEGIN EXCLUSIVE');
  try {
    const steps = stepsFrom(schemaVersion(db), schemas);
    for (const part of partsOf(steps, isFilled ? report : undefined)) db.exec(part);
    if (steps.length > 0) db.exec(`PRAGMA user_version = ${presentSchema(schemas)}`);
    db.exec('COMMIT');
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  } finally {
    if (isFilled) db.exec('PRAGMA journal_mode = WAL; PRAGMA temp_store = MEMORY');
  }
}

/** Makes the tables of a schema in an empty database; by default of the present one. */
export function migrateTo(db: DatabaseSync, schema = PRESENT_SCHEMA): void {
  const { baseline, steps } = SCHEMAS;
  migrate(db, { schemas: { baseline, steps: steps.slice(0, schema - baseline + 1) } });
}

/** The part of its own size by which a database grows for a while: its rollback journal, and its largest table made anew. */
const GROWTH = 2;

/**
 * Checks the room on the disk. The transaction then keeps the old pages in a rollback journal: in the write-ahead log it
 * would take twice the room, because all pages are written, and those that are freed are overwritten too.
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
  // The entries of an index are sorted in a file: in memory they could be larger than it.
  db.exec('PRAGMA temp_store = FILE');
}

/** Returns the schema to which a filled database must be migrated; undefined if it need not. Throws as `migrate`. */
export function migrationTarget(db: DatabaseSync): number | undefined {
  return targetFrom(schemaVersion(db), SCHEMAS);
}

/** Throws CannotOpenStore as `migrate` before anything opens the file to write, which would empty its log into it. */
export function refuseUnknownFile(file: string): void {
  const hasBytes = (path: string) => (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0;
  refuseOther(file);
  if (!hasBytes(file)) return;
  closing(openReader(file, { isStill: !hasBytes(`${file}-wal`) }), requireKnownSchema);
}

/** Returns the schema of a database, 0 of none of ours. Throws CannotOpenStore as `migrate`. */
export function requireKnownSchema(db: DatabaseSync): number {
  const version = schemaVersion(db);
  refuseUnknownSchema(version, SCHEMAS);
  return version;
}

/** Throws CannotOpenStore if the database is not at the present schema; changes nothing. */
export function requirePresentSchema(db: DatabaseSync): void {
  requireSchema(schemaVersion(db), SCHEMAS);
}

function schemaVersion(db: DatabaseSync): number {
  return Number(pragma(db, 'PRAGMA user_version'));
}
