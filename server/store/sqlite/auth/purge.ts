import type { DatabaseSync } from 'node:sqlite';
import { write } from '../connection/connection.ts';
import { expiredSessionPurger } from './ended-sessions.ts';

/** Prepares the purge of expired sessions, one-time tokens, activity and rate limits. */
export function expiredPurger(db: DatabaseSync): (now: string) => void {
  const purgeSessions = expiredSessionPurger(db);
  const purgeTokens = write(db, 'DELETE FROM tickets WHERE expires_at <= ?');
  const purgeLimits = write(db, 'DELETE FROM attempts WHERE full_at <= ?');
  const purgeActivity = write(db, 'DELETE FROM activity WHERE expires_at <= ?');
  return (now) => {
    purgeSessions(now);
    purgeTokens(now);
    purgeActivity(now);
    purgeLimits(Date.parse(now));
  };
}
