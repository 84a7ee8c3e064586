import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { removeOthersBeforeMigration } from '../../hosting/backup-files.ts';
import { BackupFailed } from '../../ports/backups.ts';
import type { ReportMigration } from '../../ports/store.ts';
import { CannotOpenStore } from '../../ports/store.ts';
import { migrationTarget } from '../schema/migrations.ts';
import { indexFaultOf } from './check-backup.ts';
import { writeBackup } from './write-backup.ts';

/**
 * Backs up a database of an earlier version, which alone leads back to that version. Of such backups the newest stays:
 * those that a start repeats must not fill the disk. Throws CannotOpenStore if there is no room, or an index is wrong: then
 * nothing is migrated, and the database and the backup before stay.
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
    const { file, bytes, seconds } = writeBackup(db, backups, {
      mark: `-before-schema-${target}`,
      freeBytes,
    });
    refuseWrongIndex(file);
    removeOthersBeforeMigration(backups, file);
    const figures = { megabytes: Math.ceil(bytes / 1e6), seconds: Math.round(seconds) };
    report(figures, `a backup was made before the migration: ${file}`);
  } catch (error) {
    if (!(error instanceof BackupFailed)) throw error;
    throw new CannotOpenStore(
      `Before the database is migrated to this version it is backed up, and that failed: ${error.reason} ` +
        'BACKUP_BEFORE_MIGRATION=off migrates without a backup.',
    );
  }
}

/** Throws CannotOpenStore, and removes the backup, if an index does not match its table: a migration may read by it. */
function refuseWrongIndex(file: string): void {
  const fault = indexFaultOf(file);
  if (fault === undefined) return;
  rmSync(file);
  throw new CannotOpenStore(
    `The database is not migrated to this version, for an index does not match its table (${fault}). ` +
      'Nothing was changed. Make a backup by npm run framme -- backup and restore that one: a restore builds indexes anew.',
  );
}
