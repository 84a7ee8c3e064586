import { ENDED_SESSION_KINDS, type EndedSessionKind, type SessionStore } from '../../ports/sessions.ts';
import { type Connection, statement } from '../connection/connection.ts';
import type { Connections } from '../connection/connections.ts';

type Ended = { hash: string };

const REMEMBER = `INSERT INTO tickets (kind, hash, uid, body, expires_at)
   SELECT $1::text, token_hash, CASE WHEN $1 <> 'account-gone' THEN uid END, '{}', to_char(
     (expires_at::timestamptz AT TIME ZONE 'UTC') + interval '180 days', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Ends sessions of accounts that it locks first, as a deletion does: the order prevents a deadlock. */
const ending = (accounts: string, sessions: string) =>
  `WITH own AS MATERIALIZED (SELECT uid FROM accounts WHERE uid ${accounts}),
     ended AS (DELETE FROM sessions USING own WHERE sessions.uid = own.uid AND ${sessions}
       RETURNING token_hash, sessions.uid, expires_at),
     remembered AS (${REMEMBER} FROM ended)`;

const end = statement('end-session', 'DELETE FROM sessions WHERE token_hash = $1');
const endRemembered = statement<Ended>(
  'end-session-remembered',
  `${ending('= (SELECT uid FROM sessions WHERE token_hash = $2) FOR KEY SHARE', 'token_hash = $2')}
   SELECT token_hash AS hash FROM ended`,
);
const endOne = statement<Ended>(
  'end-session-by-id',
  `${ending('= $2 FOR KEY SHARE', 'id = $3')} SELECT token_hash AS hash FROM ended`,
);
const endOthers = statement<Ended>(
  'end-other-sessions',
  `${ending('= $2 FOR KEY SHARE', 'token_hash <> $3')} SELECT token_hash AS hash FROM ended`,
);

/** Ends all sessions of an account but one. Returns their hashes. */
export async function endOtherSessions(
  connection: Pick<Connection, 'query'>,
  uid: string,
  keep: string | undefined,
): Promise<string[]> {
  return (await connection.query(endOthers, 'session-ended', uid, keep ?? '')).map(({ hash }) => hash);
}

const markDeleted = statement(
  'mark-deleted',
  `WITH disowned AS (
     UPDATE tickets SET kind = 'account-gone', uid = NULL WHERE uid = $2 AND kind IN ('session-ended', 'session-over'))
   ${REMEMBER} FROM sessions WHERE uid = $2`,
);

/** Leaves what remains of an account that the caller has locked: its sessions, also those that ended before, lead to nobody. */
export async function leaveDeletionMarks(connection: Connection, uid: string): Promise<void> {
  await connection.query(markDeleted, 'account-gone', uid);
}

/** Purges expired sessions, which are remembered, then tokens, activity and rate limits. An account in use is left for the next time. */
const purge = statement(
  'purge-expired',
  `${ending('IN (SELECT uid FROM sessions WHERE expires_at <= $2) FOR KEY SHARE SKIP LOCKED', 'expires_at <= $2')},
     ended_tickets AS (DELETE FROM tickets WHERE expires_at <= $2),
     ended_activity AS (DELETE FROM activity WHERE expires_at <= $2)
   DELETE FROM attempts WHERE full_at <= $3`,
);

/** Deletes expired sessions, one-time tokens, activity and rate limits. */
export async function purgeExpired(connections: Connections, now: string): Promise<void> {
  await connections.query(purge, 'session-over', now, Date.parse(now));
}

const forget = statement(
  'forget-ended-sessions',
  `DELETE FROM tickets WHERE uid = $1 AND kind IN ('session-ended', 'session-over') AND hash IN (
     SELECT hash FROM tickets WHERE uid = $1 AND kind IN ('session-ended', 'session-over')
     ORDER BY expires_at DESC OFFSET $2)`,
);

const find = statement<Ended & { kind: EndedSessionKind }>(
  'ended-sessions',
  'SELECT hash, kind FROM tickets WHERE hash = ANY ($1) AND kind = ANY ($2) AND expires_at > $3',
);

async function findEnded(
  connections: Connections,
  tokenHashes: readonly string[],
  now: string,
): Promise<Map<string, EndedSessionKind>> {
  const found = await connections.query(find, tokenHashes, ENDED_SESSION_KINDS, now);
  return new Map(found.map(({ hash, kind }) => [hash, kind]));
}

async function endRemembering(connections: Connections, tokenHash: string, kind: EndedSessionKind) {
  await connections.query(endRemembered, kind, tokenHash);
}

/** The store's calls for sessions that end, and for those that are over. */
export function endedSessionCalls(
  connections: Connections,
): Pick<SessionStore, 'endSession' | 'endSessionsOf' | 'forgetEndedSessions' | 'endedSessions'> {
  return {
    endSession: async (tokenHash: string, remembered?: 'session-over') =>
      remembered
        ? endRemembering(connections, tokenHash, remembered)
        : void (await connections.query(end, tokenHash)),
    async endSessionsOf(uid: string, which: { id: string } | { allBut: string | undefined }) {
      if ('allBut' in which) return endOtherSessions(connections, uid, which.allBut);
      const ended = await connections.query(endOne, 'session-ended', uid, which.id);
      return ended.map(({ hash }) => hash);
    },
    forgetEndedSessions: async (uid: string, keep: number) =>
      void (await connections.query(forget, uid, keep)),
    endedSessions: (tokenHashes: readonly string[], now: string) => findEnded(connections, tokenHashes, now),
  };
}
