import { join, resolve } from 'node:path';
import { renewPushKey } from '../auth/activity.ts';
import type { HostStore } from '../ports/store.ts';
import { storeCalls } from '../shared/store-calls.ts';
import { authDatabase } from './auth/database.ts';
import { openWriter, queriesOf } from './connection/connection.ts';
import { databaseIn, lockFolder } from './connection/data-folder.ts';
import { GroupCommit } from './connection/group-commit.ts';
import { feedCalls } from './household/feed.ts';
import { removedPurger } from './household/purge-removed.ts';
import { requirePresentSchema } from './schema/migrations.ts';
import { logTruncater } from './scrub.ts';

/**
 * Opens the database of a folder while a server may be running on it: SQLite makes one short write wait for another.
 * Throws CannotOpenStore if there is none, or one of another version.
 */
export function openSqliteHostStore(folder: string): HostStore {
  const db = openWriter(databaseIn(folder));
  try {
    requirePresentSchema(db);
    const group = new GroupCommit(db, () => undefined);
    const database = authDatabase(db, group, queriesOf(db));
    const truncateLog = logTruncater(db);
    return {
      ...storeCalls(database),
      ...feedCalls(db, group),
      purgeRemoved: group.writing(removedPurger(db)),
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

/** Throws CannotOpenStore while a server runs: it has read at its start what `work` changes. */
async function whileStopped(folder: string, work: () => Promise<void>): Promise<void> {
  const unlock = lockFolder(join(folder, 'framme.lock'), resolve(folder));
  try {
    await work();
  } finally {
    unlock();
  }
}
