import { type Database, type Queries, sql } from '../shared/queries.ts';
import { ENDED, type Ended, rememberEnded } from './sessions.ts';

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

// Skips accounts in use until the next run.
const lockAccounts = sql<{ uid: string }>(`
  SELECT uid FROM accounts WHERE uid IN (SELECT uid FROM sessions WHERE expires_at <= $1 ORDER BY expires_at LIMIT 0 + $2)
  FOR KEY SHARE SKIP LOCKED`);
const purgeSessions = sql<Ended>(`
  DELETE FROM sessions WHERE expires_at <= $1 AND token_hash IN (
    SELECT token_hash FROM sessions WHERE expires_at <= $1 AND uid = ANY ($3) ORDER BY expires_at LIMIT 0 + $2) ${ENDED}`);

/** Sessions last, because they lock accounts. Resolves to the most rows deleted from one table. */
async function purgeSome(queries: Queries, now: string): Promise<number> {
  const attempts = await queries.run(purgeAttempts, Date.parse(now), ROWS_PER_STEP);
  const tokens = await queries.run(purgeTokens, now, ROWS_PER_STEP);
  const activity = await queries.run(purgeActivity, now, ROWS_PER_STEP);
  const accounts = await queries.all(lockAccounts, now, ROWS_PER_STEP);
  const uids = accounts.map(({ uid }) => uid);
  const ended = await queries.all(purgeSessions, now, ROWS_PER_STEP, uids);
  await rememberEnded(queries, 'session-over', ended);
  return Math.max(attempts, tokens, activity, ended.length);
}

/** Expired sessions are remembered. */
export async function purgeExpired(database: Database, now: string): Promise<void> {
  while ((await database.transaction('purge', (queries) => purgeSome(queries, now))) === ROWS_PER_STEP);
}
