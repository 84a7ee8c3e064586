import { signInStore } from '../auth/sign-in-store.ts';
import type { FamilyStore } from '../ports/family-store.ts';
import { authDatabase } from './auth/database.ts';
import { openWriter, queriesOf } from './connection/connection.ts';
import { GroupCommit } from './connection/group-commit.ts';
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
