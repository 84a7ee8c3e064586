import type { SignInStore } from '../ports/store.ts';
import type { Database } from '../shared/queries.ts';
import { accountChangeCalls } from './account-changes.ts';
import { accountCalls } from './accounts.ts';
import { activityCalls } from './activity.ts';
import { attemptCalls } from './attempts.ts';
import { credentialCalls } from './credentials.ts';
import { oneTimeTokenCalls } from './one-time-tokens.ts';
import { parentCalls } from './parents.ts';
import { registerAndDeleteCalls } from './register-and-delete.ts';
import { sessionCalls } from './sessions.ts';

/** Assembles the store's sign-in calls, which are the same on both databases. */
export function signInStore(database: Database): SignInStore {
  return {
    ...accountCalls(database),
    ...registerAndDeleteCalls(database),
    ...accountChangeCalls(database),
    ...sessionCalls(database),
    ...oneTimeTokenCalls(database),
    ...credentialCalls(database),
    ...attemptCalls(database),
    ...activityCalls(database),
    ...parentCalls(database),
  };
}
