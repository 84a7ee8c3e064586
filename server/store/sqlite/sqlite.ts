import { join, resolve } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { ReportMigration } from '../ports/store.ts';
import { CannotOpenStore, type Store } from '../ports/store.ts';
import { ChangeHints, withHints } from '../shared/change-hints.ts';
import { storeCalls } from '../shared/store-calls.ts';
import { authDatabase } from './auth/database.ts';
import { backUpBeforeMigration } from './backup/before-migration.ts';
import { Checkpoints } from './connection/checkpoints.ts';
import { openWriter, queriesOf } from './connection/connection.ts';
import {
  lockFolder,
  movedAwayWarning,
  refuseUnfinishedMove,
  requireFolder,
} from './connection/data-folder.ts';
import { unwritableDisk } from './connection/errors.ts';
import { GroupCommit } from './connection/group-commit.ts';
import { Epoch } from './epoch.ts';
import { feedCalls } from './household/feed.ts';
import { transactions } from './household/household-transaction.ts';
import { noticeCalls } from './household/notice-queue.ts';
import { tombstonePurger } from './household/purge.ts';
import { outcomePurger, removedPurger } from './household/purge-removed.ts';
import { migrate, PRESENT_SCHEMA, refuseUnknownFile } from './schema/migrations.ts';
import { logTruncater, scrubber } from './scrub.ts';

const RESTORED =
  'the database is not the one of the last start, as after a restored backup: phones send again what it lacks';

/**
 * Opens the embedded store in a folder, which is created if missing, and migrates it to the present schema. Throws
 * CannotOpenStore. `onUntrustedDisk` is called if the disk may have lost commits; the process should end. `onMigration` is
 * told what a migration needs and how far it is, and that a backup was restored. `backsUp`: a migration begins with a backup.
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
    // From here on the log is copied into the file on a thread of its own.
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
  const database = authDatabase(writer, group, queries);
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
    ...feedCalls(writer, group),
    ...noticeCalls(writer, group),
    ...withHints({ ...shared, transact }, (household) => hints.notify(household)),
    schema: () => PRESENT_SCHEMA,
    epoch: () => epoch.id,
    restored: () => epoch.restored,
    onChange: (listener) => hints.on(listener),
    purgeTombstones: group.writing(tombstonePurger(writer)),
    purgeOutcomes: group.writing(outcomePurger(writer)),
    purgeRemoved: group.writing(removedPurger(writer)),
    // Beside a checkpoint the log could not be truncated.
    scrub: () => group.runOutsideTransaction(scrub, () => checkpoints.settled()),
    truncateLog: () => group.runOutsideTransaction(truncateLog, () => checkpoints.settled()),
    check: () => group.run(() => undefined),
    close: () => (closed ??= close()),
  };
}
