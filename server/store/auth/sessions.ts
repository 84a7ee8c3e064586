import type { Id } from '#domain/ids.ts';
import { ENDED_SESSION_DAYS } from '#domain/limits.ts';
import type { Account } from '#domain/protocol/calls.ts';
import { DAY_MS, isoTime } from '#domain/time.ts';
import { type CredentialName, ENDED_SESSION_KINDS, type EndedSessionKind } from '../ports/accounts.ts';
import { type Database, type Queries, sql } from '../shared/queries.ts';
import { lockAccount } from './accounts.ts';

export interface NewSession {
  tokenHash: string;
  /** For the list of devices; unrelated to the token. */
  id: Id;
  uid: Id;
  createdAt: string;
  expiresAt: string;
  /** `createdAt` by default; '' if the sign-in does not count. */
  reauthenticatedAt?: string;
  /** At first derived from the browser. */
  name: string;
}

/** Given fields must still be valid when the session opens. */
export interface PresentedCredential {
  /** The password was checked against this hash. */
  passwordHash?: string;
  /** A passkey or recovery code; without it an account that requires one stays closed. */
  passkey?: true;
  /** Existed at the lookup; a recovery code is used up. */
  credential?: CredentialName;
  /** Token hash; the session uses it up. */
  pendingSecondFactor?: string;
}

/** Every request calls `session`: each engine reads it in its own way. */
export interface SessionDatabase extends Database {
  session(tokenHash: string, now: string): Promise<FoundSession | undefined>;
}

export interface FoundSession extends Account {
  id: Id;
  createdAt: string;
  seenAt: string;
  reauthenticatedAt: string;
}

interface ListedSession {
  id: Id;
  tokenHash: string;
  name: string;
  createdAt: string;
  seenAt: string;
  /** Alerted since then; null if not. */
  toldSince: string | null;
}

/** Counted from when the session would have expired. */
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

/** Needs a locked account. */
export async function isSessionOf(queries: Queries, uid: string, tokenHash: string): Promise<boolean> {
  return (await queries.one(isThere, tokenHash, uid)) !== undefined;
}

interface Ended {
  hash: string;
  uid: Id | null;
  expiresAt: string;
}

const ENDED = 'RETURNING token_hash AS hash, uid, expires_at AS "expiresAt"';
const end = sql<Ended>(`DELETE FROM sessions WHERE token_hash = $1 ${ENDED}`);
const endOne = sql<Ended>(`DELETE FROM sessions WHERE uid = $1 AND id = $2 ${ENDED}`);
const endOthers = sql<Ended>(`DELETE FROM sessions WHERE uid = $1 AND token_hash <> $2 ${ENDED}`);
const remember = sql(`
  INSERT INTO tickets (kind, hash, uid, body, expires_at)
  SELECT $1, value ->> 'hash', value ->> 'uid', '{}', value ->> 'expiresAt' FROM json_array_elements($2::json)`);
const disown = sql(
  `UPDATE tickets SET kind = 'account-gone', uid = NULL WHERE uid = $1 AND kind IN ('session-ended', 'session-over')`,
);
// Accounts before sessions, as in a deletion: no deadlock.
const lockOne = sql<{ uid: Id }>('SELECT uid FROM accounts WHERE uid = $1 FOR KEY SHARE');
const lockOwner = sql<{ uid: Id }>(
  'SELECT uid FROM accounts WHERE uid = (SELECT uid FROM sessions WHERE token_hash = $1) FOR KEY SHARE',
);

async function rememberEnded(
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

/** Needs a locked account; resolves to the ended sessions' hashes. */
export async function endOtherSessions(queries: Queries, uid: string, keep: string | undefined) {
  return rememberEnded(queries, 'session-ended', await queries.all(endOthers, uid, keep ?? ''));
}

/** Needs a locked account. Marks its sessions, ended ones too, as of a deleted account, without the uid. */
export async function leaveDeletionMarks(queries: Queries, uid: string): Promise<void> {
  await queries.run(disown, uid);
  await rememberEnded(queries, 'account-gone', await queries.all(endOthers, uid, ''));
}

// Skips accounts in use until the next run.
const lockExpired = sql<{ uid: string }>(`
  SELECT uid FROM accounts WHERE uid IN (SELECT uid FROM sessions WHERE expires_at <= $1 ORDER BY expires_at LIMIT 0 + $2)
  FOR KEY SHARE SKIP LOCKED`);
const purge = sql<Ended>(`
  DELETE FROM sessions WHERE expires_at <= $1 AND token_hash IN (
    SELECT token_hash FROM sessions WHERE expires_at <= $1 AND uid = ANY ($3) ORDER BY expires_at LIMIT 0 + $2) ${ENDED}`);

/** Remembers and counts them; at most `limit`. */
export async function purgeSessions(queries: Queries, now: string, limit: number): Promise<number> {
  const accounts = await queries.all(lockExpired, now, limit);
  const uids = accounts.map(({ uid }) => uid);
  return (await rememberEnded(queries, 'session-over', await queries.all(purge, now, limit, uids))).length;
}

const forget = sql(`
  DELETE FROM tickets WHERE uid = $1 AND kind IN ('session-ended', 'session-over') AND hash NOT IN (
    SELECT hash FROM tickets WHERE uid = $1 AND kind IN ('session-ended', 'session-over')
    ORDER BY expires_at DESC LIMIT 0 + $2)`);
const findEnded = sql<{ hash: string; kind: EndedSessionKind }>(
  'SELECT hash, kind FROM tickets WHERE hash = ANY ($1) AND kind = ANY ($2) AND expires_at > $3',
);

export type SessionStore = ReturnType<typeof sessionCalls>;

/** Known only by their token's hash. Each call is one durable transaction. */
export function sessionCalls(database: SessionDatabase) {
  return {
    /**
     * False if the account was deleted or the credential is invalid by now. Serialized with account changes, so
     * that ending all sessions misses none.
     */
    openSession: (session: NewSession, presented: PresentedCredential = {}) =>
      database.transaction(session.uid, (queries) => open(queries, session, presented)),
    session: database.session,
    /** Only active ones, each with its household. */
    activeSessions: async (tokenHashes: readonly string[], now: string) => {
      const found = await database.all(active, tokenHashes, now);
      return new Map(found.map(({ hash, household }) => [hash, household]));
    },
    /** Last seen first. */
    sessionsOf: (uid: Id, now: string) => database.all(ofAccount, uid, now),
    touchSession: async (tokenHash: string, seenAt: string, expiresAt: string) =>
      void (await database.run(touch, tokenHash, seenAt, expiresAt)),
    reauthenticateSession: async (tokenHash: string, reauthenticatedAt: string) =>
      void (await database.run(reauthenticate, tokenHash, reauthenticatedAt)),
    nameSession: async (uid: Id, id: Id, name: string) => (await database.run(rename, uid, id, name)) > 0,
    /** Leaves nothing, unless `remembered`. */
    endSession: (tokenHash: string, remembered?: 'session-over') =>
      remembered
        ? database.transaction(tokenHash, async (queries) => {
            await queries.one(lockOwner, tokenHash);
            await rememberEnded(queries, remembered, await queries.all(end, tokenHash));
          })
        : database.write(async (queries) => void (await queries.all(end, tokenHash))),
    /** Each is remembered as 'session-ended'; resolves to their hashes. */
    endSessionsOf: (uid: Id, which: { id: Id } | { allBut: string | undefined }) =>
      database.transaction(uid, async (queries) => {
        await queries.one(lockOne, uid);
        if ('allBut' in which) return endOtherSessions(queries, uid, which.allBut);
        return rememberEnded(queries, 'session-ended', await queries.all(endOne, uid, which.id));
      }),
    /** Spares the `keep` that would have expired last. */
    forgetEndedSessions: async (uid: Id, keep: number) => void (await database.run(forget, uid, keep)),
    endedSessions: async (tokenHashes: readonly string[], now: string) => {
      const found = await database.all(findEnded, tokenHashes, ENDED_SESSION_KINDS, now);
      return new Map(found.map(({ hash, kind }) => [hash, kind]));
    },
  };
}
