import {
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { isoTime } from '#domain/time.ts';
import { requireRoom, sync } from '../../admin/backup-files.ts';
import { BackupFailed, type CheckedBackup, type RestoredBackup } from '../../ports/backups.ts';
import { closing, openReader, openWriter, removeDatabase } from '../connection/connection.ts';
import { lockFolder, requireFolder } from '../connection/data-folder.ts';
import { isContradicted, isDamaged, isFull } from '../connection/errors.ts';
import { pageFaults } from '../inspect.ts';
import { checkBackupFile, lastChange } from './write-backup.ts';

const BESIDE = ['-wal', '-shm'];

/**
 * Saves the replaced database beside; a kill leaves one or the other. Throws BackupFailed, and
 * CannotOpenStore while a server runs.
 */
export function restoreFile(
  folder: string,
  backup: string,
  freeBytes?: (folder: string) => number,
): RestoredBackup {
  requireFolder(folder);
  const unlock = lockFolder(join(folder, 'framme.lock'), resolve(folder));
  try {
    const checked = checkBackupFile(backup);
    // Rebuilt indexes are written to the log first.
    requireRoom(folder, checked.bytes * (checked.indexFault === undefined ? 1 : 2), freeBytes);
    const file = join(resolve(folder), 'framme.db');
    if (existsSync(file) && realpathSync(backup) === realpathSync(file))
      throw new BackupFailed(
        `${backup} is the data itself. Give a backup of it another name, and restore that.`,
      );
    const restored = `${file}.restored`;
    copyTo(backup, restored, checked);
    const kept = existsSync(file) ? keep(file) : {};
    renameSync(restored, file);
    sync(folder);
    return { ...checked, ...kept };
  } finally {
    unlock();
  }
}

/** Clears the mark, or the server would take it for the database of the last start. */
function copyTo(backup: string, restored: string, { indexFault }: CheckedBackup): void {
  removeDatabase(restored);
  try {
    copyFileSync(backup, restored);
    chmodSync(restored, 0o600);
    closing(openWriter(restored), (db) => {
      if (indexFault !== undefined) rebuildIndexes(db, backup);
      db.exec("UPDATE store_epoch SET mark = ''");
    });
    sync(restored);
  } catch (error) {
    removeDatabase(restored);
    if (!isFull(error) && codeOf(error) !== 'ENOSPC') throw error;
    throw new BackupFailed(`The disk of ${dirname(restored)} became full: nothing was restored. Make room.`);
  }
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined);

/** Throws BackupFailed if rows contradict a unique index. */
function rebuildIndexes(db: DatabaseSync, backup: string): void {
  try {
    db.exec('REINDEX');
  } catch (error) {
    if (!isContradicted(error) && !isDamaged(error)) throw error;
    throw new BackupFailed(`${backup} cannot be restored: its indexes cannot be built from its tables.`);
  }
}

/** Renames the replaced database, with all of its log in it. */
function keep(file: string): Pick<RestoredBackup, 'former' | 'formerUntil'> {
  const former = `${file}.before-restore-${isoTime(Date.now()).replaceAll(/[:.]/g, '-')}`;
  const formerUntil = emptyLog(file);
  try {
    // Until the rename it has both names: a start in between must not create an empty one.
    linkSync(file, former);
  } catch {
    copyWhole(file, former);
  }
  for (const suffix of BESIDE) if (existsSync(file + suffix)) renameSync(file + suffix, former + suffix);
  return { former, ...(formerUntil !== undefined && { formerUntil }) };
}

/** For file systems without hard links. */
function copyWhole(file: string, copy: string): void {
  requireRoom(dirname(file), statSync(file).size);
  try {
    copyFileSync(file, copy, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    chmodSync(copy, 0o600);
    sync(copy);
  } catch (error) {
    rmSync(copy, { force: true });
    throw error;
  }
}

/** Copies the log into the file, unless damaged. Returns the last change. */
function emptyLog(file: string): string | undefined {
  // Opening a damaged database for writing could lose its log; a wrong index does no harm.
  if (closing(openReader(file), pageFaults).length > 0) return undefined;
  try {
    return closing(openWriter(file), (db) => {
      db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      return lastChange(db);
    });
  } catch {
    return undefined;
  }
}
