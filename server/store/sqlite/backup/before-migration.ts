import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { FRAMME } from '../../../process/command-name.ts';
import { notBackedUp } from '../../hosting/backup-files.ts';
import { keepBeforeMigration } from '../../hosting/backup-retention.ts';
import { CannotOpenStore, type ReportMigration } from '../../ports/store.ts';
import { migrationTarget } from '../schema/migrations.ts';
import { indexFaultOf } from './check-backup.ts';
import { writeBackup } from './write-backup.ts';

/**
 * Backs up a database of an earlier version, which alone leads back to that version. Throws CannotOpenStore if there is no
 * room, or an index is wrong: then nothing is migrated, and the database and the backup before stay.
 */
export function backUpBeforeMigration(
  db: DatabaseSync,
  folder: string,
  report: ReportMigration = () => undefined,
  freeBytes?: (folder: string) => number,
): void {
  const target = migrationTarget(db);
  if (target === undefined) return;
  const backups = join(folder, 'backups');
  try {
    const written = writeBackup(db, backups, { mark: `-before-schema-${target}`, freeBytes });
    refuseWrongIndex(written.file);
    keepBeforeMigration(backups, written, report);
  } catch (error) {
    throw notBackedUp(error);
  }
}

/** Throws CannotOpenStore, and removes the backup, if an index does not match its table: a migration may read by it. */
function refuseWrongIndex(file: string): void {
  const fault = indexFaultOf(file);
  if (fault === undefined) return;
  rmSync(file);
  throw new CannotOpenStore(
    `The database is not migrated to this version, for an index does not match its table (${fault}). ` +
      `Nothing was changed. Make a backup by ${FRAMME} backup and restore that one: a restore builds indexes anew.`,
  );
}
