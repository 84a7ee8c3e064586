import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CannotOpenStore } from '../port.ts';
import type { CliStore } from '../ports/cli-store.ts';
import { accountReader } from './auth/accounts.ts';
import { activityWriter } from './auth/activity.ts';
import { oneTimeTokenWriter } from './auth/one-time-tokens.ts';
import { openWriter } from './connection/connection.ts';
import { asStoreError } from './connection/errors.ts';
import { lockFolder } from './connection/lock.ts';
import { linkReader, linkWriter } from './household/links.ts';
import { requirePresentSchema } from './schema/migrations.ts';

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
    const { accountByEmail } = accountReader(db);
    const { putOneTimeToken } = oneTimeTokenWriter(db);
    const { refuseNumber, allowNumber } = linkWriter(db);
    return {
      accountByEmail: async (emailKey) => accountByEmail(emailKey),
      putOneTimeToken: writing(putOneTimeToken),
      secret: writing(activityWriter(db).secret),
      refusedNumbers: async () => linkReader(db).refusedNumbers(),
      refuseNumber: writing(refuseNumber),
      allowNumber: writing(allowNumber),
      async markRestored() {
        // A running server keeps the epoch that it read at its start.
        const unlock = lockFolder(join(folder, 'framme.lock'), resolve(folder));
        db.exec("UPDATE store_epoch SET mark = ''");
        unlock();
      },
      close: async () => db.close(),
    };
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Makes a write one that rejects with StoreUnavailable if the database is busy or its disk full. */
function writing<A extends unknown[], R>(write: (...args: A) => R): (...args: A) => Promise<R> {
  return async (...args) => {
    try {
      return write(...args);
    } catch (error) {
      throw asStoreError(error);
    }
  };
}
