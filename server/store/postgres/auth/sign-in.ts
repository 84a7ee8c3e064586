import type { SignInStore } from '../../port.ts';
import type { Connections } from '../connection/connections.ts';
import { accountChangeCalls } from './account-changes.ts';
import { accountCalls } from './accounts.ts';
import { activityCalls } from './activity.ts';
import { attemptCalls } from './attempts.ts';
import { credentialCalls } from './credentials.ts';
import { endedSessionCalls } from './ended-sessions.ts';
import { oneTimeTokenCalls } from './one-time-tokens.ts';
import { parentCalls } from './parents.ts';
import { sessionCalls } from './sessions.ts';

/** Assembles the store's sign-in calls. */
export function signInStore(connections: Connections): SignInStore {
  return {
    ...accountCalls(connections),
    ...sessionCalls(connections),
    ...endedSessionCalls(connections),
    ...oneTimeTokenCalls(connections),
    ...credentialCalls(connections),
    ...accountChangeCalls(connections),
    ...attemptCalls(connections),
    ...activityCalls(connections),
    ...parentCalls(connections),
  };
}
