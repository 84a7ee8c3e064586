import { profilePath } from '#domain/paths.ts';
import { keepOnlyUnsent } from './household-storage.ts';
import type { LocalStore } from './local-store.ts';
import { pendingEmail } from './pending-email.ts';
import { StoredSession } from './stored-session.ts';

/** For a session ended on purpose: wipes all but unsent taps. Rejects if storage fails. */
export function stripHousehold(store: LocalStore): Promise<void> {
  const { environment, account, state, storage } = store;
  return store.runTask(async () => {
    // The profile is deleted; its e-mail, which may be newer, serves the next sign-in.
    account.email = state.replica.get(profilePath(account.uid))?.email ?? account.email;
    new StoredSession(environment).forgetEmail(account);
    pendingEmail.write(undefined);
    if (state.meta?.ended) return;
    state.isResumed = false;
    await keepOnlyUnsent(storage.disk, environment, { uid: account.uid, ended: true });
    await store.read();
    store.notifyTabs();
  });
}
