import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import type { Diagnosis } from '../ports/inspector.ts';
import { lastChange } from '../sqlite/backup/check-backup.ts';
import { openReader } from '../sqlite/connection/connection.ts';
import { backupsIn, freeBytesOf, hasWrongIndex } from './backup-files.ts';

type Place = Pick<Config, 'databaseUrl' | 'dataDir'>;

/** Asks the database of the settings, beside a running server. Throws CannotOpenStore; undefined if there is none yet. */
export async function diagnoseStore({ databaseUrl, dataDir }: Place): Promise<Diagnosis | undefined> {
  if (databaseUrl !== undefined) {
    const { diagnoseDatabase } = await import('../postgres/inspect/diagnose.ts');
    return diagnoseDatabase(databaseUrl);
  }
  const file = join(dataDir, 'framme.db');
  if (!existsSync(file)) return undefined;
  const db = openReader(file);
  try {
    return { version: `SQLite ${process.versions.sqlite}`, until: lastChange(db) };
  } finally {
    db.close();
  }
}

/** Returns the newest backup in a folder; undefined if there is none. */
export function newestBackup(folder: string): string | undefined {
  return existsSync(folder) ? backupsIn(folder)[0] : undefined;
}

/** True of a backup whose command failed because an index does not match its table. */
export function isOfWrongIndex(backup: string): boolean {
  return hasWrongIndex(backup);
}

/** Returns the free bytes of the disk of a folder. */
export function freeDisk(folder: string): number {
  return freeBytesOf(folder);
}
