import type { DatabaseSync } from 'node:sqlite';
import { FRAMME } from '../../../process/command-name.ts';
import { beginBackup, markWrongIndex, requireRoom, sync } from '../../hosting/backup-files.ts';
import { removeOld } from '../../hosting/backup-retention.ts';
import { BackupFailed, type WrittenBackup } from '../../ports/backups.ts';
import { closing, openReader, statementsOf } from '../connection/connection.ts';
import { isDamaged, isFull } from '../connection/errors.ts';
import { checkPages, DamagedBackup, indexFaultOf, schemaFaultsOf } from './check-backup.ts';

interface BackupOptions {
  /** A part of the name. */
  mark?: string;
  freeBytes?: ((folder: string) => number) | undefined;
}

/**
 * Backs up a database file beside the server that writes it, then removes all but the newest `keep`. Throws BackupFailed.
 * If an index does not match its table, which VACUUM INTO copies as it is, the name of the backup says so and no older one
 * without that fault is removed.
 */
export function backUpFile(
  file: string,
  folder: string,
  { keep = Number.POSITIVE_INFINITY, ...options }: BackupOptions & { keep?: number },
): WrittenBackup {
  const written = closing(openReader(file), (db) => writeBackup(db, folder, options));
  const foreign = schemaFaultsOf(written.file);
  if (foreign.length > 0) return { ...written, removed: [], foreign };
  const indexFault = indexFaultOf(written.file);
  if (indexFault === undefined) return { ...written, removed: removeOld(folder, written.file, keep) };
  const marked = markWrongIndex(written.file);
  return { ...written, file: marked, indexFault, removed: removeOld(folder, marked, keep) };
}

/**
 * Writes a copy of a database into a folder, for this user alone, and reads its pages. VACUUM INTO reads one moment, so that
 * no commit of another process makes it begin anew, as the online backup does. Throws BackupFailed.
 */
export function writeBackup(
  db: DatabaseSync,
  folder: string,
  { mark = '', freeBytes }: BackupOptions = {},
): Omit<WrittenBackup, 'removed'> {
  const { part, create, finish, giveUp } = beginBackup(folder, 'db', mark);
  try {
    create();
    requireRoom(folder, usedBytes(db), freeBytes);
    // SQLite fills an empty file and keeps its mode.
    db.prepare('VACUUM INTO ?').run(part);
    sync(part);
    checkPages(part);
    return finish();
  } catch (error) {
    giveUp();
    throw explain(error, folder);
  }
}

/** Returns the bytes of the pages that hold something: a copy has no free ones. */
function usedBytes(db: DatabaseSync): number {
  const { query } = statementsOf(db);
  const row = query<{ bytes: number }>(
    'SELECT (page_count - freelist_count) * page_size AS bytes FROM pragma_page_count, pragma_freelist_count, pragma_page_size',
  ).get();
  return row?.bytes ?? 0;
}

function explain(error: unknown, folder: string): unknown {
  if (isFull(error))
    return new BackupFailed(`The disk of ${folder} became full: no backup was made. Make room.`);
  if (error instanceof DamagedBackup)
    return new BackupFailed(
      `No backup was made, for what was written is not whole: ${error.fault}. Keep those that you have; ` +
        `${FRAMME} verify tells if the database is damaged.`,
    );
  if (isDamaged(error))
    return new BackupFailed(
      `The database is damaged, so no backup was made. Keep those that you have; ${FRAMME} verify tells more.`,
    );
  return error;
}
