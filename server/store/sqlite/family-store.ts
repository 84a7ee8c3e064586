import type { DatabaseSync } from 'node:sqlite';
import type { FamilyStore } from '../ports/family-store.ts';
import { type Promisify, signInStore } from './auth/sign-in.ts';
import { openWriter } from './connection/connection.ts';
import { asStoreError } from './connection/errors.ts';
import { removedPurger } from './household/purge-removed.ts';
import { readCalls } from './read-calls.ts';
import { requirePresentSchema } from './schema/migrations.ts';
import { logTruncater } from './scrub.ts';

/** Opens a database file while a server may be running on it: one short write waits for another. Throws CannotOpenStore. */
export function openSqliteFamilyStore(file: string): FamilyStore {
  const db = openWriter(file);
  try {
    requirePresentSchema(db);
    const { writing, reading } = directly(db);
    return {
      ...readCalls(db, reading),
      ...signInStore(db, writing, reading),
      purgeRemoved: writing(removedPurger(db)),
      truncateLog: reading(logTruncater(db)),
      close: async () => db.close(),
    };
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Runs each call at once, a writing one in a transaction of its own. */
function directly(db: DatabaseSync): { writing: Promisify; reading: Promisify } {
  const reading: Promisify =
    (call) =>
    async (...args) => {
      try {
        return call(...args);
      } catch (error) {
        throw asStoreError(error);
      }
    };
  const writing: Promisify = (call) =>
    reading((...args) => {
      db.exec('BEGIN IMMEDIATE');
      try {
        const result = call(...args);
        db.exec('COMMIT');
        return result;
      } catch (error) {
        if (db.isTransaction) db.exec('ROLLBACK');
        throw error;
      }
    });
  return { writing, reading };
}
