import type { DatabaseSync } from 'node:sqlite';
import { write } from '../connection/connection.ts';
import { expiredSessionPurger } from './ended-sessions.ts';

/** The most rows of a table that a step deletes. */
const ROWS_PER_STEP = 200;

/**
 * Prepares a step of the purge of expired sessions, one-time tokens, activity and rate limits: they may be many, and the
 * event loop waits. It returns true until none is left.
 */
export function expiredPurger(db: DatabaseSync): (now: string) => boolean {
  const purgeSessions = expiredSessionPurger(db);
  const purgerOf = (table: string, key: string, end: string) => {
    const some = `SELECT ${key} FROM ${table} WHERE ${end} <= ?1 ORDER BY ${end} LIMIT 0 + ?2`;
    return write(db, `DELETE FROM ${table} WHERE (${key}) IN (${some})`);
  };
  const purgeTokens = purgerOf('tickets', 'hash', 'expires_at');
  const purgeActivity = purgerOf('activity', 'uid, key', 'expires_at');
  const purgeAttempts = purgerOf('attempts', 'key', 'full_at');
  return (now) => {
    const rows = [
      purgeSessions(now, ROWS_PER_STEP),
      purgeTokens(now, ROWS_PER_STEP),
      purgeActivity(now, ROWS_PER_STEP),
      purgeAttempts(Date.parse(now), ROWS_PER_STEP),
    ];
    return Math.max(...rows) === ROWS_PER_STEP;
  };
}
