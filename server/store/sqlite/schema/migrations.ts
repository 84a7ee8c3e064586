import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { freeBytesOf } from '../../backup-files.ts';
import { CannotOpenStore } from '../../port.ts';
import type { ReportMigration } from '../../ports/migration.ts';
import { refuseNewerSchema, requireSchema } from '../../schema-version.ts';
import { isBusy } from '../connection/errors.ts';
import { firstSchema } from './schema-1.ts';
import { secondSchema } from './schema-2.ts';
import { thirdSchema } from './schema-3.ts';
import { fourthSchema } from './schema-4.ts';
import { fifthSchema } from './schema-5.ts';
import { sixthSchema } from './schema-6.ts';
import { seventhSchema } from './schema-7.ts';
import { eighthSchema } from './schema-8.ts';
import { ninthSchema } from './schema-9.ts';

/**
 * The steps from an empty file to the present schema. Append-only: a released step never changes. Blank lines divide a step
 * into the parts that are reported.
 */
const MIGRATIONS: readonly string[] = [
  firstSchema,
  secondSchema,
  thirdSchema,
  fourthSchema,
  fifthSchema,
  sixthSchema,
  seventhSchema,
  eighthSchema,
  ninthSchema,
];

interface MigrationOptions {
  migrations?: readonly string[];
  report?: ReportMigration | undefined;
  /** Returns the free bytes of the disk under a folder. */
  freeBytes?: (folder: string) => number;
}

/**
 * Migrates a database to the present schema in one transaction, so that a kill leaves the old or the new one. Throws
 * CannotOpenStore if a newer version has migrated it, or if the disk lacks room.
 */
export function migrate(db: DatabaseSync, options: MigrationOptions = {}): void {
  const { migrations = MIGRATIONS, report = () => undefined, freeBytes = freeBytesOf } = options;
  const isFilled = schemaVersion(db) > 0 && schemaVersion(db) < migrations.length;
  if (isFilled) makeRoom(db, report, freeBytes);
  db.exec('BEGIN EXCLUSIVE');
  try {
    const version = schemaVersion(db);
    refuseNewerSchema(version, migrations.length);
    runSteps(db, migrations.slice(version), isFilled ? report : () => undefined);
    if (version < migrations.length) db.exec(`PRAGMA user_version = ${migrations.length}`);
    db.exec('COMMIT');
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  } finally {
    if (isFilled) db.exec('PRAGMA journal_mode = WAL; PRAGMA temp_store = MEMORY');
  }
}

/** Makes the tables of a schema in an empty database; by default of the present one. */
export function migrateTo(db: DatabaseSync, schema = MIGRATIONS.length): void {
  migrate(db, { migrations: MIGRATIONS.slice(0, schema) });
}

function runSteps(db: DatabaseSync, steps: readonly string[], report: ReportMigration): void {
  const begun = performance.now();
  const parts = steps.flatMap((step) => step.split('\n\n'));
  for (const [index, part] of parts.entries()) {
    db.exec(part);
    const seconds = Math.round((performance.now() - begun) / 1000);
    report({ part: index + 1, of: parts.length, seconds }, 'the database is being migrated');
  }
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
  const size = Number(pragma(db, 'page_count')) * Number(pragma(db, 'page_size'));
  const [needed, free] = [size * GROWTH, file === null ? Number.POSITIVE_INFINITY : freeBytes(dirname(file))];
  if (free < needed) {
    throw new CannotOpenStore(
      `The database must be migrated to this version of Framme, which takes ${megabytes(needed)} MB of the disk for a while, ` +
        `and ${megabytes(free)} MB are free. Make room, or install the version before again; nothing was changed.`,
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

/** Returns the schema to which a filled database must be migrated; undefined if it need not, or cannot. */
export function migrationTarget(db: DatabaseSync): number | undefined {
  const version = schemaVersion(db);
  return version > 0 && version < MIGRATIONS.length ? MIGRATIONS.length : undefined;
}

/** Returns the schema of a database, 0 of none of ours. Throws CannotOpenStore if a newer version has migrated it. */
export function requireKnownSchema(db: DatabaseSync): number {
  const version = schemaVersion(db);
  refuseNewerSchema(version, MIGRATIONS.length);
  return version;
}

/** Throws CannotOpenStore if the database is not at the present schema; changes nothing. */
export function requirePresentSchema(db: DatabaseSync): void {
  requireSchema(schemaVersion(db), MIGRATIONS.length);
}

function schemaVersion(db: DatabaseSync): number {
  return Number(pragma(db, 'user_version'));
}

function pragma(db: DatabaseSync, name: string): unknown {
  return Object.values(db.prepare(`PRAGMA ${name}`).get() ?? {})[0];
}
