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
import { makeFolder, sizeOf } from '../../process/files.ts';
import { BackupFailed, type WrittenBackup } from '../ports/backups.ts';
import { CannotOpenStore } from '../ports/store.ts';

/** The names of finished backups, which sort by time; the time is that of their beginning. */
const FINISHED =
  /^framme-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z(?:-before-schema-\d+|-wrong-index)?\.(?:db|dump)$/;
const UNFINISHED = /^framme-.*\.part$/;

/**
 * Begins a backup in a folder: `create` makes an empty file, for this user alone, that is filled next. `finish` gives it its name
 * once it is on disk; `giveUp` leaves nothing of it. Throws BackupFailed.
 */
export function beginBackup(folder: string, extension: 'db' | 'dump', mark: string) {
  const [begun, at] = [performance.now(), isoTime(Date.now())];
  const file = join(resolve(folder), `framme-${at.replaceAll(/[:.]/g, '-')}${mark}.${extension}`);
  const part = `${file}.part`;
  prepareFolder(folder);
  return {
    part,
    create: () => closeSync(openSync(part, 'wx', 0o600)),
    finish(): Omit<WrittenBackup, 'removed'> {
      renameSync(part, file);
      sync(folder);
      return { file, bytes: statSync(file).size, seconds: (performance.now() - begun) / 1000, at };
    },
    giveUp: () => rmSync(part, { force: true }),
  };
}

/** Makes the folder of backups, for this user alone if it is new, and clears what a killed backup left. Throws BackupFailed. */
function prepareFolder(folder: string): void {
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
      'Choose another by --to, or make the user who runs this its owner (chown).',
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

/** Returns the time at which a backup began, in ms since 1970, by its name: a copy may have another time. */
export function begunAt(file: string): number {
  const [, day = '', hour, minute, second, ms] =
    /framme-([\d-]{10})T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z[^/]*$/.exec(file) ?? [];
  return Date.parse(`${day}T${hour}:${minute}:${second}.${ms}Z`);
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

/** Returns the sentence of a backup before a migration that failed; any other error as it is. */
export function notBackedUp(error: unknown): unknown {
  if (!(error instanceof BackupFailed)) return error;
  return new CannotOpenStore(
    `Before the database is migrated to this version it is backed up, and that failed: ${error.reason} ` +
      'BACKUP_BEFORE_MIGRATION=off migrates without a backup.',
  );
}

/** Throws BackupFailed if the disk under a folder has not as many bytes and a tenth more. */
export function requireRoom(folder: string, bytes: number, freeBytes = freeBytesOf): void {
  const [needed, free] = [bytes * 1.1, freeBytes(folder)];
  if (free >= needed) return;
  throw new BackupFailed(
    `The disk of ${folder} is too full: a backup takes ${sizeOf(needed)}, and ${sizeOf(free, Math.floor)} are free.`,
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
  const isFolder = statSync(path).isDirectory();
  try {
    const descriptor = openSync(path, isFolder ? 'r' : 'r+');
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    if (!isFolder) throw error;
  }
}

/** Returns the later of the last op, in ms since 1970, and the last account, ISO; undefined if there is neither. */
export function latestOf(recorded?: number | null, created?: string | null): string | undefined {
  return [recorded == null ? '' : isoTime(recorded), created ?? ''].toSorted().at(-1) || undefined;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}
