import { accountChangeCalls } from '../auth/account-changes.ts';
import { accountCalls } from '../auth/accounts.ts';
import { activityCalls } from '../auth/activity.ts';
import { attemptCalls } from '../auth/attempts.ts';
import { credentialCalls } from '../auth/credentials.ts';
import { oneTimeTokenCalls } from '../auth/one-time-tokens.ts';
import { parentCalls } from '../auth/parents.ts';
import { purgeExpired } from '../auth/purge-expired.ts';
import { registerAndDeleteCalls } from '../auth/register-and-delete.ts';
import { sessionCalls } from '../auth/sessions.ts';
import type { AlertStore } from '../ports/alerts.ts';
import type { FollowerStore } from '../ports/followers.ts';
import type { LinkStore, SignInStore, Store } from '../ports/store.ts';
import { alertCalls } from './alerts.ts';
import { followerCalls } from './followers.ts';
import { type HouseholdCalls, householdCalls } from './household-calls.ts';
import { linkCalls } from './links.ts';
import type { Database } from './queries.ts';

type StoreCalls = SignInStore &
  HouseholdCalls &
  LinkStore &
  AlertStore &
  FollowerStore &
  Pick<Store, 'purgeExpired'>;

/** Assembles the store's calls that are the same on both databases. */
export function storeCalls(database: Database): StoreCalls {
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
    ...householdCalls(database),
    ...linkCalls(database),
    ...alertCalls(database),
    ...followerCalls(database),
    purgeExpired: (now) => purgeExpired(database, now),
  };
}
