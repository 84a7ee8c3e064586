import { join, resolve } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { Id } from '#domain/ids.ts';
import { renewPushKey } from '../auth/activity.ts';
import type { FoundSession, SessionDatabase } from '../auth/sessions.ts';
import { type AdminStore, CannotOpenStore, type ReportMigration, type Store } from '../ports/store.ts';
import { ChangeHints, withHints } from '../shared/change-hints.ts';
import type { Queries } from '../shared/queries.ts';
import { storeCalls } from '../shared/store-calls.ts';
import { backUpBeforeMigration } from './backup/write-backup.ts';
import { Checkpoints, logTruncater, scrubber } from './connection/checkpoints.ts';
import { openWriter, queriesOf, statementsOf } from './connection/connection.ts';
import {
  databaseIn,
  lockFolder,
  movedAwayWarning,
  refuseUnfinishedMove,
  requireFolder,
} from './connection/data-folder.ts';
import { unwritableDisk } from './connection/errors.ts';
import { GroupCommit } from './connection/group-commit.ts';
import { Epoch } from './epoch.ts';
import { CURRENT_SCHEMA, migrate, refuseUnknownFile, requireCurrentSchema } from './schema/migrations.ts';
import { transactions } from './tap/tap-transaction.ts';

const RESTORED =
  'the database is not the one of the last start, as after a restored backup: phones send again what it lacks';

/**
 * `onUntrustedDisk`: the disk may have lost commits; end the process. `onMigration` also learns of a restored
 * backup. Throws CannotOpenStore.
 */
export function openSqliteStore(
  folder: string,
  onUntrustedDisk: (error: unknown) => void,
  onMigration?: ReportMigration,
  { backsUp = false } = {},
): Store {
  requireFolder(folder);
  let unlock: () => void = () => undefined;
  try {
    unlock = lockFolder(join(folder, 'framme.lock'), resolve(folder));
    const file = join(folder, 'framme.db');
    refuseUnfinishedMove(file);
    refuseUnknownFile(file);
    const writer = openWriter(file);
    if (backsUp) backUpBeforeMigration(writer, folder, onMigration);
    migrate(writer, { report: onMigration });
    // From here on a thread copies the log into the file.
    writer.exec('PRAGMA wal_autocheckpoint = 0');
    const checkpoints = new Checkpoints(writer, file, onUntrustedDisk);
    const group = new GroupCommit(writer, onUntrustedDisk, () => checkpoints.afterCommit());
    const epoch = new Epoch(writer, file, (work) => group.run(work));
    if (epoch.isRestored) onMigration?.({}, RESTORED);
    const moved = movedAwayWarning(folder);
    if (moved !== undefined) onMigration?.({}, moved, true);
    return assemble(writer, { group, checkpoints, epoch, unlock });
  } catch (error) {
    unlock();
    const reason = unwritableDisk(error);
    if (reason === undefined) throw error;
    throw new CannotOpenStore(
      `The disk of the data folder ${resolve(folder)} ${reason}. Make room on it, and start Framme again.`,
    );
  }
}

interface Parts {
  group: GroupCommit;
  checkpoints: Checkpoints;
  epoch: Epoch;
  unlock: () => void;
}

function assemble(writer: DatabaseSync, { group, checkpoints, epoch, unlock }: Parts): Store {
  const hints = new ChangeHints();
  const queries = queriesOf(writer);
  const database = sqliteDatabase(writer, group, queries);
  const shared = storeCalls(database);
  const openTransaction = transactions(writer, queries);
  const transact: Store['transact'] = (household, work) => group.run(() => work(openTransaction(household)));
  const [scrub, truncateLog] = [scrubber(writer), logTruncater(writer)];
  const close = async () => {
    await group.close();
    epoch.close();
    await checkpoints.close();
    writer.close();
    unlock();
  };
  let closed: Promise<void> | undefined;
  return {
    ...shared,
    ...withHints({ ...shared, transact }, (household) => hints.notify(household)),
    schema: () => CURRENT_SCHEMA,
    epoch: () => epoch.id,
    restored: () => epoch.restored,
    onChange: (listener) => hints.on(listener),
    // Beside a checkpoint the log could not be truncated.
    scrub: () => group.runOutsideTransaction(scrub, () => checkpoints.settled()),
    truncateLog: () => group.runOutsideTransaction(truncateLog, () => checkpoints.settled()),
    check: () => group.run(() => undefined),
    close: () => (closed ??= close()),
  };
}

/** Works beside a running server. Throws CannotOpenStore without a database of this version. */
export function openSqliteAdminStore(folder: string): AdminStore {
  const db = openWriter(databaseIn(folder));
  try {
    requireCurrentSchema(db);
    const group = new GroupCommit(db, () => undefined);
    const database = sqliteDatabase(db, group, queriesOf(db));
    const truncateLog = logTruncater(db);
    return {
      ...storeCalls(database),
      truncateLog: () => group.runOutsideTransaction(truncateLog, async () => undefined),
      markRestored: () => whileStopped(folder, async () => db.exec("UPDATE store_epoch SET mark = ''")),
      renewPushKey: (value) => whileStopped(folder, () => renewPushKey(database, value)),
      async close() {
        await group.close();
        db.close();
      },
    };
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Throws CannotOpenStore while a server runs: it read at its start what `work` changes. */
async function whileStopped(folder: string, work: () => Promise<void>): Promise<void> {
  const unlock = lockFolder(join(folder, 'framme.lock'), resolve(folder));
  try {
    await work();
  } finally {
    unlock();
  }
}

/** Each transaction or write is a job of the group commit. */
function sqliteDatabase(db: DatabaseSync, group: GroupCommit, queries: Queries): SessionDatabase {
  const session = sessionReader(db);
  return {
    all: (sql, ...values) => group.read(() => queries.all(sql, ...values)),
    one: (sql, ...values) => group.read(() => queries.one(sql, ...values)),
    run: (sql, ...values) => group.run(() => queries.run(sql, ...values)),
    write: (work) => group.run(() => work(queries)),
    // Transactions run one at a time.
    transaction: (_key, work) => group.run(() => work(queries)),
    session: (tokenHash, now) => group.read(() => session(tokenHash, now)),
  };
}

function sessionReader(db: DatabaseSync) {
  const { rowQuery } = statementsOf(db);
  const byToken = rowQuery<[Id, Id, string, Id, string, string, string]>(`
     SELECT uid, household, email, s.id, s.created_at, seen_at, proven_at
     FROM sessions s JOIN accounts USING (uid) WHERE token_hash = ? AND expires_at > ?`);
  return (tokenHash: string, now: string): FoundSession | undefined => {
    const found = byToken(tokenHash, now);
    if (!found) return undefined;
    const [uid, household, email, id, createdAt, seenAt, reauthenticatedAt] = found;
    return { uid, household, email, id, createdAt, seenAt, reauthenticatedAt };
  };
}
