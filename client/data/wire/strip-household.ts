import { keepUnsent } from '#client/data/device/keep-unsent.ts';
import { StoredSession } from '#client/data/device/stored-session.ts';
import type { SyncContext } from './sync-context.ts';

/** Wipes the device of an open household whose session was ended on purpose, but for unsent taps. Rejects if storage fails. */
export async function stripHousehold({ store, account }: SyncContext): Promise<void> {
  await store.runTask(async ({ environment, state, database, read, notifyTabs }) => {
    if (state.meta?.ended) return false;
    state.isResumed = false;
    // The profile, whose e-mail may be newer than the sign-in, goes too.
    account.email = state.view.profile?.email ?? account.email;
    new StoredSession(environment.storage).rename(account);
    await keepUnsent(database, environment, { uid: account.uid, ended: true });
    await read();
    notifyTabs();
    return true;
  });
}
