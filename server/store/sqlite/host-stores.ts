import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { signInStore } from '../auth/sign-in-store.ts';
import type { CliStore, FamilyStore } from '../ports/host-stores.ts';
import { CannotOpenStore } from '../ports/store.ts';
import { authDatabase } from './auth/database.ts';
import { lockFolder, openWriter, queriesOf } from './connection/connection.ts';
import { GroupCommit } from './connection/group-commit.ts';
import { linkReader, linkWriter } from './household/links.ts';
import { removedPurger } from './household/purge-removed.ts';
import { readCalls } from './read-calls.ts';
import { requirePresentSchema } from './schema/migrations.ts';
import { logTruncater } from './scrub.ts';

/** Opens a database file while a server may be running on it: one short write waits for another. Throws CannotOpenStore. */
export function openSqliteFamilyStore(file: string): FamilyStore {
  const db = openWriter(file);
  try {
    requirePresentSchema(db);
    const group = new GroupCommit(db, () => undefined);
    const [purgeRemoved, truncateLog] = [removedPurger(db), logTruncater(db)];
    return {
      ...readCalls(
        db,
        (call) =>
          (...args) =>
            group.read(() => call(...args)),
      ),
      ...signInStore(authDatabase(db, group, queriesOf(db))),
      purgeRemoved: () => group.run(purgeRemoved),
      truncateLog: () => group.runOutsideTransaction(truncateLog, async () => undefined),
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

/**
 * Opens the database of a folder while a server may be running on it: SQLite makes one short write wait for another.
 * Throws CannotOpenStore if there is none, or one of another version.
 */
export function openSqliteCliStore(folder: string): CliStore {
  const file = join(folder, 'framme.db');
  if (!existsSync(file)) {
    throw new CannotOpenStore(
      `There is no database in ${resolve(folder)}. Run this command where the server runs, with the same DATA_DIR.`,
    );
  }
  const db = openWriter(file);
  try {
    requirePresentSchema(db);
    const group = new GroupCommit(db, () => undefined);
    const { accountByEmail, putOneTimeToken, secret } = signInStore(authDatabase(db, group, queriesOf(db)));
    const { refuseNumber, allowNumber } = linkWriter(db);
    const { refusedNumbers } = linkReader(db);
    return {
      ...{ accountByEmail, putOneTimeToken, secret },
      refusedNumbers: () => group.read(refusedNumbers),
      refuseNumber: (key) => group.run(() => refuseNumber(key)),
      allowNumber: (key) => group.run(() => allowNumber(key)),
      async markRestored() {
        // A running server keeps the epoch that it read at its start.
        const unlock = lockFolder(join(folder, 'framme.lock'), resolve(folder));
        db.exec("UPDATE store_epoch SET mark = ''");
        unlock();
      },
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
