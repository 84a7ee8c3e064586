import { type Database, type Queries, sql } from '../shared/queries.ts';
import { ENDED, type Ended, rememberEnded } from './sessions.ts';

/** The most rows of a table that a step deletes: they may be many, and everybody waits for the transaction. */
const ROWS_PER_STEP = 200;

// The end is asked twice: PostgreSQL reads a row that was changed meanwhile again, by the outer condition alone.
const purgeOf = (table: string, key: string, end: string) =>
  sql(
    `DELETE FROM ${table} WHERE ${end} <= $1
     AND (${key}) IN (SELECT ${key} FROM ${table} WHERE ${end} <= $1 ORDER BY ${end} LIMIT 0 + $2)`,
  );
const purgeAttempts = purgeOf('attempts', 'key', 'full_at');
const purgeTokens = purgeOf('tickets', 'hash', 'expires_at');
const purgeActivity = purgeOf('activity', 'uid, key', 'expires_at');

// An account in use is left for the next time.
const lockAccounts = sql<{ uid: string }>(`
  SELECT uid FROM accounts WHERE uid IN (SELECT uid FROM sessions WHERE expires_at <= $1 ORDER BY expires_at LIMIT 0 + $2)
  FOR KEY SHARE SKIP LOCKED`);
const purgeSessions = sql<Ended>(`
  DELETE FROM sessions WHERE expires_at <= $1 AND token_hash IN (
    SELECT token_hash FROM sessions WHERE expires_at <= $1 AND uid = ANY ($3) ORDER BY expires_at LIMIT 0 + $2) ${ENDED}`);

/** Deletes some of what expired, sessions last, as they lock accounts. Returns the most rows that it deleted of one table. */
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

/** Deletes expired sessions, which are remembered, one-time tokens, activity and rate limits. */
export async function purgeExpired(database: Database, now: string): Promise<void> {
  while ((await database.transaction('purge', (queries) => purgeSome(queries, now))) === ROWS_PER_STEP);
}
