import type { DatabaseSync } from 'node:sqlite';
import { refuseNewerSchema, requireSchema } from '../../schema-version.ts';
import { firstSchema } from './schema-1.ts';
import { secondSchema } from './schema-2.ts';
import { thirdSchema } from './schema-3.ts';
import { fourthSchema } from './schema-4.ts';

/** The steps from an empty file to the present schema. Append-only: a released step never changes. */
const MIGRATIONS: readonly string[] = [firstSchema, secondSchema, thirdSchema, fourthSchema];

/**
 * Migrates a database to the present schema in one transaction, so that a kill leaves the old or the new one. Throws
 * CannotOpenStore if a newer version has migrated it.
 */
export function migrate(db: DatabaseSync, migrations: readonly string[] = MIGRATIONS): void {
  db.exec('BEGIN EXCLUSIVE');
  try {
    const version = schemaVersion(db);
    refuseNewerSchema(version, migrations.length);
    for (const step of migrations.slice(version)) db.exec(step);
    if (version < migrations.length) db.exec(`PRAGMA user_version = ${migrations.length}`);
    db.exec('COMMIT');
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}

/** Throws CannotOpenStore if the database is not at the present schema; changes nothing. */
export function requirePresentSchema(db: DatabaseSync): void {
  requireSchema(schemaVersion(db), MIGRATIONS.length);
}

function schemaVersion(db: DatabaseSync): number {
  return Number(db.prepare('PRAGMA user_version').get()?.user_version);
}
