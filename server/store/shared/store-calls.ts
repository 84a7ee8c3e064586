import { accountChangeCalls } from '../auth/account-changes.ts';
import { accountCalls } from '../auth/accounts.ts';
import { activityHandlers } from '../auth/activity.ts';
import { attemptCalls } from '../auth/attempts.ts';
import { credentialCalls } from '../auth/credentials.ts';
import { oneTimeTokenCalls } from '../auth/one-time-tokens.ts';
import { parentCalls } from '../auth/parents.ts';
import { purgeExpired } from '../auth/purge-expired.ts';
import { registerAndDeleteCalls } from '../auth/register-and-delete.ts';
import { type SessionDatabase, sessionCalls } from '../auth/sessions.ts';
import { feedCalls } from '../households/feed.ts';
import { householdCalls } from '../households/household-calls.ts';
import { noticeCalls } from '../households/notice-queue.ts';
import { purgeCalls } from '../households/purge.ts';
import type { Store } from '../ports/store.ts';
import { alertCalls } from '../sharing/alerts.ts';
import { followerCalls } from '../sharing/followers.ts';
import { linkCalls } from '../sharing/links.ts';
import { pushDeviceCalls } from '../sharing/push-devices.ts';

/** What each engine does in its own way. */
type OwnToAnEngine =
  | 'transact'
  | 'schema'
  | 'epoch'
  | 'restored'
  | 'onChange'
  | 'scrub'
  | 'truncateLog'
  | 'check'
  | 'close';

export function storeCalls(database: SessionDatabase): Omit<Store, OwnToAnEngine> {
  return {
    ...accountCalls(database),
    ...registerAndDeleteCalls(database),
    ...accountChangeCalls(database),
    ...sessionCalls(database),
    ...oneTimeTokenCalls(database),
    ...credentialCalls(database),
    ...attemptCalls(database),
    ...activityHandlers(database),
    ...parentCalls(database),
    ...householdCalls(database),
    ...linkCalls(database),
    ...alertCalls(database),
    ...pushDeviceCalls(database),
    ...followerCalls(database),
    ...feedCalls(database),
    ...noticeCalls(database),
    ...purgeCalls(database),
    purgeExpired: (now) => purgeExpired(database, now),
  };
}
