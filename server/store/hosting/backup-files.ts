import {
  accessSync,
  closeSync,
  constants,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { HOUR_MS, isoTime } from '#domain/time.ts';
import { makeFolder } from '../../process/files.ts';
import { BackupFailed } from '../ports/backups.ts';

/** The names of finished backups, which sort by time; the time is that of their beginning. */
const FINISHED =
  /^framme-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z(?:-before-schema-\d+|-wrong-index)?\.(?:db|dump)$/;
const UNFINISHED = /^framme-.*\.part$/;

/** Returns the name of a backup that begins at a time, in ms. */
export function backupName(at: number, extension: string, mark = ''): string {
  return `framme-${isoTime(at).replaceAll(/[:.]/g, '-')}${mark}.${extension}`;
}

/** Makes the folder of backups, for this user alone if it is new, and clears what a killed backup left. Throws BackupFailed. */
export function prepareFolder(folder: string): void {
  try {
    makeFolder(folder);
    accessSync(folder, constants.W_OK | constants.X_OK);
    for (const name of readdirSync(folder).filter((each) => UNFINISHED.test(each))) {
      // A younger one may still be written by another process.
      if (Date.now() - statSync(join(folder, name)).mtimeMs > HOUR_MS) rmSync(join(folder, name));
    }
  } catch (error) {
    throw new BackupFailed(
      `The folder ${folder} cannot be written to (${codeOf(error)}).`,
      'Choose another by --to.',
    );
  }
}

/** Lists the finished backups of a folder, newest first. */
export function backupsIn(folder: string): string[] {
  const names = readdirSync(folder).filter((name) => FINISHED.test(name));
  return names
    .toSorted()
    .toReversed()
    .map((name) => join(folder, name));
}

/** True of a backup that has an index which does not match its table. */
export function hasWrongIndex(file: string): boolean {
  return file.endsWith('-wrong-index.db');
}

/** Gives a backup with such an index the name that says so, and returns it. */
export function markWrongIndex(file: string): string {
  const marked = file.replace(/\.db$/, '-wrong-index.db');
  renameSync(file, marked);
  sync(dirname(file));
  return marked;
}

/**
 * Removes all but the newest backups of a folder, never the one that was just written; of one with a wrong index only those
 * that have one, too. Returns those removed.
 */
export function removeOld(folder: string, written: string, keep: number): string[] {
  const isOneOf = hasWrongIndex(written) ? hasWrongIndex : () => true;
  const others = backupsIn(resolve(folder)).filter((file) => file !== written && isOneOf(file));
  const old = others.slice(Math.max(0, keep - 1));
  for (const file of old) rmSync(file);
  return old;
}

/** Removes the other backups of a folder that were made before a migration. */
export function removeOthersBeforeMigration(folder: string, written: string): void {
  const made = backupsIn(resolve(folder)).filter((file) => /-before-schema-\d+\.\w+$/.test(file));
  for (const file of made) if (file !== written) rmSync(file);
}

/** Throws BackupFailed if the disk under a folder has not as many bytes and a tenth more. */
export function requireRoom(folder: string, bytes: number, freeBytes = freeBytesOf): void {
  const [needed, free] = [bytes * 1.1, freeBytes(folder)];
  if (free >= needed) return;
  const megabytes = (count: number) => Math.ceil(count / 1e6);
  throw new BackupFailed(
    `The disk of ${folder} is too full: a backup takes ${megabytes(needed)} MB, and ${megabytes(free)} MB are free.`,
    'Make room, or choose a folder on another disk.',
  );
}

/** Returns the bytes that this user may still write to the disk of a folder. */
export function freeBytesOf(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** Makes a file or a folder durable; some systems cannot sync folders. */
export function sync(path: string): void {
  const descriptor = openSync(path, statSync(path).isDirectory() ? 'r' : 'r+');
  try {
    fsyncSync(descriptor);
  } catch (error) {
    if (!statSync(path).isDirectory()) throw error;
  } finally {
    closeSync(descriptor);
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}
