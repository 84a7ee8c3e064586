import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { backupsIn } from '../../backup-files.ts';
import { CannotOpenStore } from '../../port.ts';
import { BackupFailed } from '../../ports/backups.ts';
import { migrationTarget, type ReportMigration } from '../schema/migrations.ts';
import { writeBackup } from './write-backup.ts';

const BEFORE = /-before-schema-\d+\.db$/;

/**
 * Backs up a database of an earlier version, which alone leads back to that version. Of such backups the newest stays:
 * those that a start repeats must not fill the disk. Throws CannotOpenStore if there is no room.
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
    const others = backupsIn(resolve(backups)).filter((other) => BEFORE.test(other) && other !== file);
    for (const other of others) rmSync(other);
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
