import type { Id } from '#domain/ids.ts';
import { ENDED_SESSION_DAYS } from '#domain/limits.ts';
import { DAY_MS, isoTime } from '#domain/time.ts';
import {
  ENDED_SESSION_KINDS,
  type EndedSessionKind,
  type ListedSession,
  type NewSession,
  type PresentedCredential,
  type SessionStore,
} from '../ports/sessions.ts';
import { type Database, type Queries, sql } from '../shared/queries.ts';
import { lockAccount } from './accounts.ts';

/** The time for which a session that is over is remembered after it would have expired. */
const REMEMBERED_MS = ENDED_SESSION_DAYS * DAY_MS;

const insert = sql(`
  INSERT INTO sessions (token_hash, id, uid, name, created_at, seen_at, proven_at, expires_at)
  SELECT $1, $2, uid, $4, $5, $5, $12, $6 FROM accounts
  WHERE uid = $3 AND ($7::text IS NULL OR password_hash = $7) AND ($8 OR passkey_required_at IS NULL)
    AND ($9::text IS NULL OR EXISTS (SELECT 1 FROM credentials WHERE kind = $9 AND key = $10 AND uid = $3))
    AND ($11::text IS NULL OR EXISTS (SELECT 1 FROM tickets WHERE kind = 'second-step' AND hash = $11 AND uid = $3))`);
const consumeSecondFactor = sql("DELETE FROM tickets WHERE kind = 'second-step' AND hash = $1");
const consumeCredential = sql('DELETE FROM credentials WHERE kind = $1 AND key = $2');
const active = sql<{ hash: string; household: Id }>(`
  SELECT token_hash AS hash, (SELECT household FROM accounts WHERE uid = sessions.uid) AS household
  FROM sessions WHERE token_hash = ANY ($1) AND expires_at > $2`);
const ofAccount = sql<ListedSession>(`
  SELECT id, token_hash AS "tokenHash", name, created_at AS "createdAt", seen_at AS "seenAt",
    (SELECT since FROM push_devices WHERE session = token_hash) AS "toldSince" FROM sessions
  WHERE uid = $1 AND expires_at > $2 ORDER BY seen_at DESC, id`);
const isThere = sql<{ id: string }>('SELECT id FROM sessions WHERE token_hash = $1 AND uid = $2');
const touch = sql('UPDATE sessions SET seen_at = $2, expires_at = $3 WHERE token_hash = $1');
const reauthenticate = sql('UPDATE sessions SET proven_at = $2 WHERE token_hash = $1');
const rename = sql('UPDATE sessions SET name = $3 WHERE uid = $1 AND id = $2');

async function open(
  queries: Queries,
  { tokenHash, id, uid, name, createdAt, expiresAt, reauthenticatedAt = createdAt }: NewSession,
  { passwordHash, passkey, credential, pendingSecondFactor }: PresentedCredential,
): Promise<boolean> {
  const { kind = null, key = null } = credential ?? {};
  const row = [tokenHash, id, uid, name, createdAt, expiresAt];
  const presented = [passwordHash ?? null, passkey === true, kind, key, pendingSecondFactor ?? null];
  // The lock waits for changes of the account; the next statement sees their result.
  await lockAccount(queries, uid);
  const isOpened = (await queries.run(insert, ...row, ...presented, reauthenticatedAt)) > 0;
  if (isOpened && pendingSecondFactor !== undefined)
    await queries.run(consumeSecondFactor, pendingSecondFactor);
  if (isOpened && kind === 'recovery-code') await queries.run(consumeCredential, kind, key);
  return isOpened;
}

/** Returns true if the account, which the caller has locked, has this session. */
export async function isSessionOf(queries: Queries, uid: string, tokenHash: string): Promise<boolean> {
  return (await queries.one(isThere, tokenHash, uid)) !== undefined;
}

/** A session that was ended. */
export interface Ended {
  hash: string;
  uid: Id | null;
  expiresAt: string;
}

export const ENDED = 'RETURNING token_hash AS hash, uid, expires_at AS "expiresAt"';
const end = sql<Ended>(`DELETE FROM sessions WHERE token_hash = $1 ${ENDED}`);
const endOne = sql<Ended>(`DELETE FROM sessions WHERE uid = $1 AND id = $2 ${ENDED}`);
const endOthers = sql<Ended>(`DELETE FROM sessions WHERE uid = $1 AND token_hash <> $2 ${ENDED}`);
const remember = sql(`
  INSERT INTO tickets (kind, hash, uid, body, expires_at)
  SELECT $1, value ->> 'hash', value ->> 'uid', '{}', value ->> 'expiresAt' FROM json_array_elements($2::json)`);
const disown = sql(
  `UPDATE tickets SET kind = 'account-gone', uid = NULL WHERE uid = $1 AND kind IN ('session-ended', 'session-over')`,
);
// Locks accounts before their sessions, as a deletion does: the order prevents a deadlock.
const lockOne = sql<{ uid: Id }>('SELECT uid FROM accounts WHERE uid = $1 FOR KEY SHARE');
const lockOwner = sql<{ uid: Id }>(
  'SELECT uid FROM accounts WHERE uid = (SELECT uid FROM sessions WHERE token_hash = $1) FOR KEY SHARE',
);

/** Remembers sessions that were ended, for a time after they would have expired. Returns their hashes. */
export async function rememberEnded(
  queries: Queries,
  kind: EndedSessionKind,
  ended: readonly Ended[],
): Promise<string[]> {
  const rows = ended.map(({ hash, uid, expiresAt }) => ({
    hash,
    uid: kind === 'account-gone' ? null : uid,
    expiresAt: isoTime(Date.parse(expiresAt) + REMEMBERED_MS),
  }));
  if (rows.length > 0) await queries.run(remember, kind, JSON.stringify(rows));
  return ended.map(({ hash }) => hash);
}

/** Ends all sessions of a locked account but one. Returns their hashes. */
export async function endOtherSessions(queries: Queries, uid: string, keep: string | undefined) {
  return rememberEnded(queries, 'session-ended', await queries.all(endOthers, uid, keep ?? ''));
}

/** Leaves what remains of an account that the caller has locked: its sessions, also those that ended before, lead to nobody. */
export async function leaveDeletionMarks(queries: Queries, uid: string): Promise<void> {
  await queries.run(disown, uid);
  await rememberEnded(queries, 'account-gone', await queries.all(endOthers, uid, ''));
}

const forget = sql(`
  DELETE FROM tickets WHERE uid = $1 AND kind IN ('session-ended', 'session-over') AND hash NOT IN (
    SELECT hash FROM tickets WHERE uid = $1 AND kind IN ('session-ended', 'session-over')
    ORDER BY expires_at DESC LIMIT 0 + $2)`);
const findEnded = sql<{ hash: string; kind: EndedSessionKind }>(
  'SELECT hash, kind FROM tickets WHERE hash = ANY ($1) AND kind = ANY ($2) AND expires_at > $3',
);

/** The store's calls for sessions, and for those that are over. */
export function sessionCalls(database: Database): SessionStore {
  return {
    openSession: (session, presented = {}) =>
      database.transaction(session.uid, (queries) => open(queries, session, presented)),
    session: database.session,
    activeSessions: async (tokenHashes, now) => {
      const found = await database.all(active, tokenHashes, now);
      return new Map(found.map(({ hash, household }) => [hash, household]));
    },
    sessionsOf: (uid, now) => database.all(ofAccount, uid, now),
    touchSession: async (tokenHash, seenAt, expiresAt) =>
      void (await database.run(touch, tokenHash, seenAt, expiresAt)),
    reauthenticateSession: async (tokenHash, reauthenticatedAt) =>
      void (await database.run(reauthenticate, tokenHash, reauthenticatedAt)),
    nameSession: async (uid, id, name) => (await database.run(rename, uid, id, name)) > 0,
    endSession: (tokenHash, remembered) =>
      remembered
        ? database.transaction(tokenHash, async (queries) => {
            await queries.one(lockOwner, tokenHash);
            await rememberEnded(queries, remembered, await queries.all(end, tokenHash));
          })
        : database.write(async (queries) => void (await queries.all(end, tokenHash))),
    endSessionsOf: (uid, which) =>
      database.transaction(uid, async (queries) => {
        await queries.one(lockOne, uid);
        if ('allBut' in which) return endOtherSessions(queries, uid, which.allBut);
        return rememberEnded(queries, 'session-ended', await queries.all(endOne, uid, which.id));
      }),
    forgetEndedSessions: async (uid, keep) => void (await database.run(forget, uid, keep)),
    endedSessions: async (tokenHashes, now) => {
      const found = await database.all(findEnded, tokenHashes, ENDED_SESSION_KINDS, now);
      return new Map(found.map(({ hash, kind }) => [hash, kind]));
    },
  };
}
