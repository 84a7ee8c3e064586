import { existsSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { FRAMME } from '../../../process/command-name.ts';
import {
  beginBackup,
  keepBeforeMigration,
  latestOf,
  markWrongIndex,
  notBackedUp,
  removeOld,
  requireKind,
  requireRoom,
  sync,
} from '../../admin/backup-files.ts';
import { PUSH_KEY_MADE_AT } from '../../auth/activity.ts';
import { BackupFailed, type CheckedBackup, type WrittenBackup } from '../../ports/backups.ts';
import { CannotOpenStore, type ReportMigration } from '../../ports/store.ts';
import { closing, openReader, statementsOf } from '../connection/connection.ts';
import { isDamaged, isFull } from '../connection/errors.ts';
import { indexFaults, pageFaults, schemaFaults } from '../inspect.ts';
import { migrationTarget, requireKnownSchema } from '../schema/migrations.ts';

interface BackupOptions {
  mark?: string;
  freeBytes?: ((folder: string) => number) | undefined;
}

/**
 * Keeps the newest `keep`. VACUUM INTO copies a wrong index: then the name says so, and sound backups stay.
 * Throws BackupFailed.
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
 * VACUUM INTO reads one snapshot; the online backup restarts at each commit of another process. Throws
 * BackupFailed.
 */
function writeBackup(
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

/** A copy has no free pages. */
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

/**
 * Only that backup leads back. Throws CannotOpenStore without room or with a wrong index; nothing is migrated
 * then.
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
    const written = writeBackup(db, backups, { mark: `-before-schema-${target}`, freeBytes });
    refuseWrongIndex(written.file);
    keepBeforeMigration(backups, written, report);
  } catch (error) {
    throw notBackedUp(error);
  }
}

/** A migration may read by a wrong index: removes the backup and throws CannotOpenStore. */
function refuseWrongIndex(file: string): void {
  const fault = indexFaultOf(file);
  if (fault === undefined) return;
  rmSync(file);
  throw new CannotOpenStore(
    `The database is not migrated to this version, for an index does not match its table (${fault}). ` +
      `Nothing was changed. Make a backup by ${FRAMME} backup and restore that one: a restore builds indexes anew.`,
  );
}

class DamagedBackup extends BackupFailed {
  readonly fault: string;

  constructor(file: string, fault: string) {
    super(`${file} cannot be restored: ${fault}.`);
    this.fault = fault;
  }
}

/**
 * Refuses foreign parts, because a trigger would run. Wrong indexes are only reported: a restore rebuilds
 * them. Throws BackupFailed and CannotOpenStore.
 */
export function checkBackupFile(file: string): CheckedBackup {
  const checked = checkPages(file);
  const faults = schemaFaultsOf(file);
  if (faults.length > 0)
    throw new BackupFailed(
      `${file} is not restored, for its tables are not those of a Framme of its version: ${faults.join(', ')}.`,
      'Take another backup. If a part is your own, remove it from a copy of the file.',
    );
  const indexFault = indexFaultOf(file);
  return { ...checked, ...(indexFault !== undefined && { indexFault }) };
}

/** A sentence for each superfluous, missing or different part. */
function schemaFaultsOf(file: string): string[] {
  return closing(openReader(file, { isStill: true }), (db) => {
    const { tables, foreign } = schemaFaults(db, requireKnownSchema(db));
    return [...tables, ...foreign];
  });
}

/** Skips index entries. Throws BackupFailed and CannotOpenStore. */
function checkPages(file: string): CheckedBackup {
  requireKind(file, 'embedded');
  const log = `${file}-wal`;
  if (existsSync(log) && statSync(log).size > 0)
    throw new BackupFailed(
      `Beside ${file} lies ${log}, without which it is not whole. Restore a backup by framme.`,
    );
  return closing(openReader(file, { isStill: true }), (db) => {
    const [fault] = pageFaults(db);
    if (fault !== undefined) throw new DamagedBackup(file, fault);
    const schema = requireKnownSchema(db);
    if (schema === 0) throw new BackupFailed(`${file} is no backup of Framme.`);
    return { bytes: statSync(file).size, schema, until: lastChange(db), pushKeyMadeAt: pushKeyMadeAt(db) };
  });
}

export function pushKeyMadeAt(db: DatabaseSync): string | undefined {
  return statementsOf(db).query<{ madeAt: string }>(PUSH_KEY_MADE_AT).get()?.madeAt;
}

/** The first index entry that contradicts its row; the pages must be whole. */
function indexFaultOf(file: string): string | undefined {
  return closing(openReader(file, { isStill: true }), (db) => indexFaults(db)[0]);
}

/** ISO; the database may be of any version. */
export function lastChange(db: DatabaseSync): string | undefined {
  const { recorded, created } =
    statementsOf(db)
      .query<{ recorded: number | null; created: string | null }>(
        'SELECT (SELECT max(recorded_at) FROM outcomes) AS recorded, (SELECT max(created_at) FROM accounts) AS created',
      )
      .get() ?? {};
  return latestOf(recorded, created);
}
