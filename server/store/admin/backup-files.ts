import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DAY_MS, HOUR_MS, isoTime } from '#domain/time.ts';
import { FRAMME } from '../../process/command-name.ts';
import { isWithheld, makeFolder, sizeOf } from '../../process/files.ts';
import { BackupFailed, type WrittenBackup } from '../ports/backups.ts';
import { CannotOpenStore, type ReportMigration } from '../ports/store.ts';

/** Finished backups; their names sort by time. */
const FINISHED =
  /^framme-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z(?:-before-schema-\d+|-wrong-index)?\.(?:db|dump)$/;
const UNFINISHED = /^framme-.*\.part$/;

/**
 * The file is for this user alone. Call `finish` once it is on disk; `giveUp` leaves nothing. Throws
 * BackupFailed.
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

/** Deletes what a killed backup left. Throws BackupFailed. */
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

/** Newest first. */
export function backupsIn(folder: string): string[] {
  const names = readdirSync(folder).filter((name) => FINISHED.test(name));
  return names
    .toSorted()
    .toReversed()
    .map((name) => join(folder, name));
}

/** In ms since 1970, by the name: a copy's file time may differ. */
export function begunAt(file: string): number {
  const [, day = '', hour, minute, second, ms] =
    /framme-([\d-]{10})T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z[^/]*$/.exec(file) ?? [];
  return Date.parse(`${day}T${hour}:${minute}:${second}.${ms}Z`);
}

/** An index of it does not match its table. */
export function hasWrongIndex(file: string): boolean {
  return file.endsWith('-wrong-index.db');
}

export function markWrongIndex(file: string): string {
  const marked = file.replace(/\.db$/, '-wrong-index.db');
  renameSync(file, marked);
  sync(dirname(file));
  return marked;
}

/** Other errors stay as they are. */
export function notBackedUp(error: unknown): unknown {
  if (!(error instanceof BackupFailed)) return error;
  return new CannotOpenStore(
    `Before the database is migrated to this version it is backed up, and that failed: ${error.reason} ` +
      'BACKUP_BEFORE_MIGRATION=off migrates without a backup.',
  );
}

/** Throws BackupFailed without room for the bytes and a tenth more. */
export function requireRoom(folder: string, bytes: number, freeBytes = freeBytesOf): void {
  const [needed, free] = [bytes * 1.1, freeBytes(folder)];
  if (free >= needed) return;
  throw new BackupFailed(
    `The disk of ${folder} is too full: a backup takes ${sizeOf(needed)}, and ${sizeOf(free, Math.floor)} are free.`,
    'Make room, or choose a folder on another disk.',
  );
}

/** Bytes that this user may still write. */
export function freeBytesOf(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** Some systems cannot sync folders. */
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

/** The later of last op (ms since 1970) and last account (ISO). */
export function latestOf(recorded?: number | null, created?: string | null): string | undefined {
  return [recorded == null ? '' : isoTime(recorded), created ?? ''].toSorted().at(-1) || undefined;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}

/** Only the last backup before a migration leads back to the previous version. */
const BEFORE_MIGRATION_MS = 90 * DAY_MS;

const BEFORE_MIGRATION = /-before-schema-\d+\.\w+$/;

/** `files`: newest first. */
function lastBeforeMigrations(files: readonly string[]): ReadonlySet<string> {
  const last = new Map<string, string>();
  for (const file of files) {
    const migration = BEFORE_MIGRATION.exec(file)?.[0];
    if (migration !== undefined && !last.has(migration)) last.set(migration, file);
  }
  return new Set([...last.values()].filter((file) => Date.now() - begunAt(file) < BEFORE_MIGRATION_MS));
}

/**
 * Deletes all but the newest `keep` and the last from before migrations. One with a wrong index replaces only
 * its like.
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

/** Deletes all but the last before each migration: repeated starts must not fill the disk. */
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

type Kind = 'embedded' | 'dump' | 'encrypted';

const BEGINNINGS: Readonly<Record<Kind, string>> = {
  embedded: 'SQLite format 3\0',
  dump: 'PGDMP',
  encrypted: 'age-encryption.org/',
};

const REMEDIES: Readonly<Record<Kind, string>> = {
  embedded: `is of the embedded database, and DATABASE_URL is set. Restore it without DATABASE_URL, then move the data by ${FRAMME} move.`,
  dump: 'is of PostgreSQL, and DATABASE_URL is not set. Set it to an empty database, and restore again.',
  encrypted:
    'is encrypted. Open it by age --decrypt first, with the private key, and restore what that writes.',
};

/** Throws BackupFailed for a missing, unreadable or other file. */
export function requireKind(file: string, wanted: Kind): void {
  if (isWithheld(file))
    throw new BackupFailed(
      `This user may not read ${file}.`,
      'Copy it to where the user of the server may read, as into DATA_DIR, make that user its owner (chown), and name the copy.',
    );
  if (!existsSync(file)) throw new BackupFailed(`There is no file ${file}.`);
  // Reading a pipe would wait for ever.
  if (!statSync(file).isFile())
    throw new BackupFailed(`${file} is no file, but a folder, a pipe or a device.`);
  const kind = kindOf(file);
  if (kind !== undefined && kind !== wanted) throw new BackupFailed(`${file} ${REMEDIES[kind]}`);
}

function kindOf(file: string): Kind | undefined {
  const bytes = Buffer.alloc(32);
  const descriptor = openSync(file, 'r');
  try {
    readSync(descriptor, bytes);
  } finally {
    closeSync(descriptor);
  }
  const beginning = bytes.toString('latin1');
  return (Object.keys(BEGINNINGS) as Kind[]).find((kind) => beginning.startsWith(BEGINNINGS[kind]));
}
