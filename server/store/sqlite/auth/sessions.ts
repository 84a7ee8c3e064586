import type { DatabaseSync } from 'node:sqlite';
import type { Id } from '#domain/ids.ts';
import type { FoundSession, ListedSession, NewSession, PresentedCredential } from '../../ports/sessions.ts';
import { query, rowQuery, write } from '../connection/connection.ts';

/** Prepares the calls that start and change sessions. */
export function sessionWriter(db: DatabaseSync) {
  const insert = write(
    db,
    `INSERT INTO sessions (token_hash, id, uid, name, created_at, seen_at, proven_at, expires_at)
     SELECT ?1, ?2, uid, ?4, ?5, ?5, ?12, ?6 FROM accounts
     WHERE uid = ?3 AND (?7 IS NULL OR password_hash = ?7) AND (?8 OR passkey_required_at IS NULL)
       AND (?9 IS NULL OR EXISTS (SELECT 1 FROM credentials WHERE kind = ?9 AND key = ?10 AND uid = ?3))
       AND (?11 IS NULL OR EXISTS (SELECT 1 FROM tickets WHERE kind = 'second-step' AND hash = ?11 AND uid = ?3))`,
  );
  const consumeSecondFactor = write(db, "DELETE FROM tickets WHERE kind = 'second-step' AND hash = ?");
  const consumeCredential = write(db, 'DELETE FROM credentials WHERE kind = ? AND key = ?');
  const touch = write(db, 'UPDATE sessions SET seen_at = ?, expires_at = ? WHERE token_hash = ?');
  const reauthenticate = write(db, 'UPDATE sessions SET proven_at = ? WHERE token_hash = ?');
  const rename = write(db, 'UPDATE sessions SET name = ? WHERE uid = ? AND id = ?');
  return {
    openSession(
      { tokenHash, id, uid, name, createdAt, expiresAt, reauthenticatedAt = createdAt }: NewSession,
      { passwordHash, passkey, credential, pendingSecondFactor }: PresentedCredential = {},
    ): boolean {
      const { kind, key } = credential ?? {};
      const presented = [
        passwordHash ?? null,
        passkey ? 1 : 0,
        kind ?? null,
        key ?? null,
        pendingSecondFactor ?? null,
      ];
      const isOpened =
        insert(tokenHash, id, uid, name, createdAt, expiresAt, ...presented, reauthenticatedAt) > 0;
      if (isOpened && pendingSecondFactor !== undefined) consumeSecondFactor(pendingSecondFactor);
      if (isOpened && credential?.kind === 'recovery-code')
        consumeCredential(credential.kind, credential.key);
      return isOpened;
    },
    touchSession: (tokenHash: string, seenAt: string, expiresAt: string) =>
      void touch(seenAt, expiresAt, tokenHash),
    reauthenticateSession: (tokenHash: string, reauthenticatedAt: string) =>
      void reauthenticate(reauthenticatedAt, tokenHash),
    nameSession: (uid: string, id: string, name: string) => rename(name, uid, id) > 0,
  };
}

/** Prepares the calls that find sessions. */
export function sessionReader(db: DatabaseSync) {
  const byToken = rowQuery<[Id, Id, string, Id, string, string, string]>(
    db,
    `SELECT uid, household, email, s.id, s.created_at, seen_at, proven_at
     FROM sessions s JOIN accounts USING (uid) WHERE token_hash = ? AND expires_at > ?`,
  );
  const active = query<{ hash: string; household: Id }>(
    db,
    `SELECT token_hash AS hash, household FROM sessions CROSS JOIN accounts USING (uid)
     WHERE token_hash IN (SELECT value FROM json_each(?)) AND expires_at > ?`,
  );
  const ofAccount = query<ListedSession>(
    db,
    `SELECT id, token_hash AS tokenHash, name, created_at AS createdAt, seen_at AS seenAt FROM sessions
     WHERE uid = ? AND expires_at > ? ORDER BY seen_at DESC, id`,
  );
  return {
    session(tokenHash: string, now: string): FoundSession | undefined {
      const found = byToken(tokenHash, now);
      if (!found) return undefined;
      const [uid, household, email, id, createdAt, seenAt, reauthenticatedAt] = found;
      return { uid, household, email, id, createdAt, seenAt, reauthenticatedAt };
    },
    activeSessions: (tokenHashes: readonly string[], now: string) =>
      new Map(active.all(JSON.stringify(tokenHashes), now).map(({ hash, household }) => [hash, household])),
    sessionsOf: (uid: string, now: string) => ofAccount.all(uid, now),
  };
}
