import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { DAY_MS } from '#domain/time.ts';
import type { WrittenBackup } from '../ports/backups.ts';
import type { ReportMigration } from '../ports/store.ts';
import { backupsIn, begunAt, hasWrongIndex } from './backup-files.ts';

/** The time for which the last backup from before a migration stays: it alone leads back to the version before. */
const BEFORE_MIGRATION_MS = 90 * DAY_MS;

const BEFORE_MIGRATION = /-before-schema-\d+\.\w+$/;

/** Returns of backups, newest first, the last one from before each migration of the last 90 days. */
function lastBeforeMigrations(files: readonly string[]): ReadonlySet<string> {
  const last = new Map<string, string>();
  for (const file of files) {
    const migration = BEFORE_MIGRATION.exec(file)?.[0];
    if (migration !== undefined && !last.has(migration)) last.set(migration, file);
  }
  return new Set([...last.values()].filter((file) => Date.now() - begunAt(file) < BEFORE_MIGRATION_MS));
}

/**
 * Removes all but the newest `keep` backups of a folder, never the one that was just written nor the last from before a
 * migration, which are beyond that number; of one with a wrong index only those that have one, too. Returns those removed.
 */
export function removeOld(folder: string, written: string, keep: number): string[] {
  const files = backupsIn(resolve(folder));
  const kept = lastBeforeMigrations(files);
  const isOneOf = hasWrongIndex(written) ? hasWrongIndex : () => true;
  const others = files.filter((file) => file !== written && !kept.has(file) && isOneOf(file));
  const old = others.slice(Math.max(0, keep - 1));
  for (const file of old) rmSync(file);
  return old;
}

/**
 * Reports a backup that was made before a migration, and removes the others of that kind but the last from before another one:
 * those that a start repeats must not fill the disk.
 */
export function keepBeforeMigration(
  folder: string,
  { file: written, bytes, seconds }: Omit<WrittenBackup, 'removed'>,
  report: ReportMigration,
): void {
  const made = backupsIn(resolve(folder)).filter((file) => BEFORE_MIGRATION.test(file));
  const kept = lastBeforeMigrations(made);
  for (const file of made) if (file !== written && !kept.has(file)) rmSync(file);
  const figures = { megabytes: Math.ceil(bytes / 1e6), seconds: Math.round(seconds) };
  report(figures, `a backup was made before the migration: ${written}`);
}
