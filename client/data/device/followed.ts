import type { Followed } from '#domain/protocol/following-calls.ts';
import type { LocalStore } from './local-store.ts';
import { readMeta, withoutFollowed, writeMeta } from './records.ts';

/**
 * Keeps a reply about children who are followed, and shows it in all tabs. One of another household is neither stored nor shown,
 * and a household that follows nobody has nothing written. Rejects if the store was closed.
 */
export function keepFollowed(store: LocalStore, followed: Followed): Promise<void> {
  const { environment, account, state, database } = store;
  return store.runTask(async () => {
    const hasNews = followed.following.length > 0 || state.meta?.followed !== undefined;
    if (store.isClosed || followed.household !== account.household || !hasNews) return;
    const meta = await database.write('relaxed', async (stores) => {
      const before = await readMeta(stores, environment.random);
      // A session that was ended on purpose leaves nothing of a family here.
      const isKept = !before.ended && followed.following.length > 0;
      const next = { ...withoutFollowed(before), ...(isKept && { followed }) };
      writeMeta(stores, next);
      return next;
    });
    state.applyFollowed(meta);
    store.notifyTabs();
  });
}
