import type { SignInStore } from '../../sign-in-port.ts';
import { statement } from '../connection/connection.ts';
import type { Connections } from '../connection/connections.ts';
import { accountChangesOn } from './account-changes.ts';
import { accountsOn } from './accounts.ts';
import { attemptsOn } from './attempts.ts';
import { credentialsOn } from './credentials.ts';
import { sessionsOn } from './sessions.ts';
import { ticketsOn } from './tickets.ts';

const forgetExpired = statement(
  'forget-expired',
  `WITH ended_sessions AS (DELETE FROM sessions WHERE expires_at <= $1),
     ended_tickets AS (DELETE FROM tickets WHERE expires_at <= $1)
   DELETE FROM attempts WHERE full_at <= $2`,
);

/** The part of a store that knows sign-in. */
export function signInOn(connections: Connections): SignInStore {
  return {
    ...accountsOn(connections),
    ...sessionsOn(connections),
    ...ticketsOn(connections),
    ...credentialsOn(connections),
    ...accountChangesOn(connections),
    ...attemptsOn(connections),
    forgetExpired: async (now) => void (await connections.query(forgetExpired, now, Date.parse(now))),
  };
}
