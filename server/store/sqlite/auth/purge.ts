import type { DatabaseSync } from 'node:sqlite';
import { write } from '../connection/connection.ts';
import { expiredSessionPurger } from './ended-sessions.ts';

/** Prepares the purge of expired sessions, one-time tokens and rate limits. */
export function expiredPurger(db: DatabaseSync): (now: string) => void {
  const purgeSessions = expiredSessionPurger(db);
  const purgeTokens = write(db, 'DELETE FROM tickets WHERE expires_at <= ?');
  const purgeLimits = write(db, 'DELETE FROM attempts WHERE full_at <= ?');
  return (now) => {
    purgeSessions(now);
    purgeTokens(now);
    purgeLimits(Date.parse(now));
  };
}
