import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import type { CheckedBackup, RestoredBackup, WrittenBackup } from '../ports/backups.ts';
import { restoreFile } from '../sqlite/backup/restore-backup.ts';
import { backUpFile, checkBackupFile } from '../sqlite/backup/write-backup.ts';
import { databaseIn } from '../sqlite/connection/data-folder.ts';
import { backupsIn, begunAt, hasWrongIndex } from './backup-files.ts';

type Place = Pick<Config, 'databaseUrl' | 'dataDir'>;

export function backupFolder({ dataDir }: Place): string {
  return join(dataDir, 'backups');
}

/** Ms since 1970; skips backups with a wrong index. */
export function newestBackup(place: Place): number | undefined {
  const folder = backupFolder(place);
  const newest = existsSync(folder) ? backupsIn(folder).find((file) => !hasWrongIndex(file)) : undefined;
  return newest === undefined ? undefined : begunAt(newest);
}

/** Beside a running server; keeps the newest `keep`. Throws BackupFailed and CannotOpenStore. */
export async function backUp(place: Place, folder: string, keep: number): Promise<WrittenBackup> {
  if (place.databaseUrl === undefined) return backUpFile(databaseIn(place.dataDir), folder, { keep });
  const { backUpDatabase } = await import('../postgres/backup/dump.ts');
  return backUpDatabase(place.databaseUrl, folder, { keep });
}

/** Reads it to its end. Throws BackupFailed with the fault, and CannotOpenStore. */
export async function checkBackup({ databaseUrl }: Place, file: string): Promise<CheckedBackup> {
  if (databaseUrl === undefined) return checkBackupFile(file);
  const { checkDump } = await import('../postgres/backup/restore-dump.ts');
  return checkDump(file);
}

/** Only while no server runs. Throws BackupFailed and CannotOpenStore. */
export async function restoreBackup({ databaseUrl, dataDir }: Place, file: string): Promise<RestoredBackup> {
  if (databaseUrl === undefined) return restoreFile(dataDir, file);
  const { restoreDump } = await import('../postgres/backup/restore-dump.ts');
  return restoreDump(databaseUrl, file);
}
