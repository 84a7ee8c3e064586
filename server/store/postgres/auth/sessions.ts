import type { ListedSession, NewSession, PresentedCredential } from '../../ports/sessions.ts';
import { type Connection, statement } from '../connection/connection.ts';
import type { Connections } from '../connection/connections.ts';
import { lockAccount } from './accounts.ts';
import { sessionFinder } from './session-finder.ts';

const insert = statement<{ id: string }>(
  'open-session',
  `INSERT INTO sessions (token_hash, id, uid, name, created_at, seen_at, proven_at, expires_at)
   SELECT $1, $2, uid, $4, $5, $5, $12, $6 FROM accounts
   WHERE uid = $3 AND ($7::text IS NULL OR password_hash = $7) AND ($8 OR passkey_required_at IS NULL)
     AND ($9::text IS NULL OR EXISTS (SELECT FROM credentials WHERE kind = $9 AND key = $10 AND uid = $3))
     AND ($11::text IS NULL OR EXISTS (SELECT FROM tickets WHERE kind = 'second-step' AND hash = $11 AND uid = $3))
   RETURNING id`,
);
const consumeSecondFactor = statement(
  'consume-second-factor',
  "DELETE FROM tickets WHERE kind = 'second-step' AND hash = $1",
);
const consumeCredential = statement(
  'consume-credential',
  'DELETE FROM credentials WHERE kind = $1 AND key = $2',
);
const active = statement<{ hash: string; household: string }>(
  'active-sessions',
  'SELECT token_hash AS hash, household FROM sessions JOIN accounts USING (uid) WHERE token_hash = ANY ($1) AND expires_at > $2',
);
const ofAccount = statement<ListedSession>(
  'sessions-of-account',
  `SELECT id, token_hash AS "tokenHash", name, created_at AS "createdAt", seen_at AS "seenAt" FROM sessions
   WHERE uid = $1 AND expires_at > $2 ORDER BY seen_at DESC, id`,
);
const touch = statement(
  'touch-session',
  'UPDATE sessions SET seen_at = $2, expires_at = $3 WHERE token_hash = $1',
);
const reauthenticate = statement(
  'reauthenticate-session',
  'UPDATE sessions SET proven_at = $2 WHERE token_hash = $1',
);
const rename = statement<{ id: string }>(
  'name-session',
  'UPDATE sessions SET name = $3 WHERE uid = $1 AND id = $2 RETURNING id',
);
async function open(
  connection: Connection,
  { tokenHash, id, uid, name, createdAt, expiresAt, reauthenticatedAt = createdAt }: NewSession,
  { passwordHash, passkey, credential, pendingSecondFactor }: PresentedCredential,
): Promise<boolean> {
  const { kind, key } = credential ?? {};
  const row = [tokenHash, id, uid, name, createdAt, expiresAt];
  const presented = [
    passwordHash ?? null,
    passkey === true,
    kind ?? null,
    key ?? null,
    pendingSecondFactor ?? null,
  ];
  const opened = await connection.query(insert, ...row, ...presented, reauthenticatedAt);
  if (opened.length > 0 && pendingSecondFactor !== undefined)
    await connection.query(consumeSecondFactor, pendingSecondFactor);
  if (opened.length > 0 && credential?.kind === 'recovery-code')
    await connection.query(consumeCredential, credential.kind, credential.key);
  return opened.length > 0;
}

const isThere = statement<{ id: string }>(
  'session-is-there',
  'SELECT id FROM sessions WHERE token_hash = $1 AND uid = $2',
);

/** Returns true if the account, which the caller has locked, has this session. */
export async function isSessionOf(connection: Connection, uid: string, tokenHash: string): Promise<boolean> {
  return (await connection.query(isThere, tokenHash, uid)).length > 0;
}

/** The store's calls for sessions that are open. */
export function sessionCalls(connections: Connections) {
  return {
    openSession: (session: NewSession, presented: PresentedCredential = {}) =>
      connections.transaction(session.uid, async (connection) => {
        // The lock waits for changes of the account; the next statement sees their result.
        await lockAccount(connection, session.uid);
        return open(connection, session, presented);
      }),
    session: sessionFinder(connections),
    activeSessions: async (tokenHashes: readonly string[], now: string) => {
      const found = await connections.query(active, tokenHashes, now);
      return new Map(found.map(({ hash, household }) => [hash, household]));
    },
    sessionsOf: (uid: string, now: string) => connections.query(ofAccount, uid, now),
    touchSession: async (tokenHash: string, seenAt: string, expiresAt: string) =>
      void (await connections.query(touch, tokenHash, seenAt, expiresAt)),
    reauthenticateSession: async (tokenHash: string, reauthenticatedAt: string) =>
      void (await connections.query(reauthenticate, tokenHash, reauthenticatedAt)),
    nameSession: async (uid: string, id: string, name: string) =>
      (await connections.query(rename, uid, id, name)).length > 0,
  };
}
