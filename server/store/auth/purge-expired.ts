import { type Database, type Queries, sql } from '../shared/queries.ts';
import { purgeSessions } from './sessions.ts';

/** Per table and step: everybody waits for the transaction. */
const ROWS_PER_STEP = 200;

// The condition is repeated: PostgreSQL rechecks a concurrently changed row by the outer one alone.
const purgeOf = (table: string, key: string, end: string) =>
  sql(
    `DELETE FROM ${table} WHERE ${end} <= $1
     AND (${key}) IN (SELECT ${key} FROM ${table} WHERE ${end} <= $1 ORDER BY ${end} LIMIT 0 + $2)`,
  );
const purgeAttempts = purgeOf('attempts', 'key', 'full_at');
const purgeTokens = purgeOf('tickets', 'hash', 'expires_at');
const purgeActivity = purgeOf('activity', 'uid, key', 'expires_at');

/** Sessions last, because they lock accounts. Resolves to the most rows deleted from one table. */
async function purgeSome(queries: Queries, now: string): Promise<number> {
  const attempts = await queries.run(purgeAttempts, Date.parse(now), ROWS_PER_STEP);
  const tokens = await queries.run(purgeTokens, now, ROWS_PER_STEP);
  const activity = await queries.run(purgeActivity, now, ROWS_PER_STEP);
  const sessions = await purgeSessions(queries, now, ROWS_PER_STEP);
  return Math.max(attempts, tokens, activity, sessions);
}

/** Expired sessions are remembered. */
export async function purgeExpired(database: Database, now: string): Promise<void> {
  while ((await database.transaction('purge', (queries) => purgeSome(queries, now))) === ROWS_PER_STEP);
}
