import type { DatabaseSync } from 'node:sqlite';
import type {
  FoundOneTimeToken,
  ListedOneTimeToken,
  OneTimeToken,
  OneTimeTokenKind,
} from '../../ports/one-time-tokens.ts';
import { query, write } from '../connection/connection.ts';

const FOUND = 'uid, body, expires_at AS expiresAt';

/** Prepares the calls that store one-time tokens and use them up. */
export function oneTimeTokenWriter(db: DatabaseSync) {
  const insert = write(
    db,
    `INSERT INTO tickets (kind, hash, uid, body, expires_at) SELECT ?1, ?2, ?3, ?4, ?5
     WHERE ?3 IS NULL OR EXISTS (SELECT 1 FROM accounts WHERE uid = ?3)`,
  );
  const consume = query<FoundOneTimeToken>(
    db,
    `DELETE FROM tickets WHERE kind = ? AND hash = ? AND expires_at > ? RETURNING ${FOUND}`,
  );
  const revoke = write(db, 'DELETE FROM tickets WHERE uid = ? AND kind IN (SELECT value FROM json_each(?))');
  return {
    putOneTimeToken: ({ kind, hash, uid, body, expiresAt }: OneTimeToken) =>
      void insert(kind, hash, uid, body, expiresAt),
    consumeOneTimeToken: (kind: OneTimeTokenKind, hash: string, now: string) => consume.get(kind, hash, now),
    revokeOneTimeTokens: (uid: string, kinds: readonly OneTimeTokenKind[]) =>
      void revoke(uid, JSON.stringify(kinds)),
  };
}

/** Prepares the calls that find one-time tokens. */
export function oneTimeTokenReader(db: DatabaseSync) {
  const find = query<FoundOneTimeToken>(
    db,
    `SELECT ${FOUND} FROM tickets WHERE kind = ? AND hash = ? AND expires_at > ?`,
  );
  const list = query<ListedOneTimeToken>(
    db,
    `SELECT kind, body, expires_at AS expiresAt FROM tickets
     WHERE uid = ? AND kind IN (SELECT value FROM json_each(?)) AND expires_at > ? ORDER BY expires_at DESC, hash`,
  );
  return {
    oneTimeToken: (kind: OneTimeTokenKind, hash: string, now: string) => find.get(kind, hash, now),
    oneTimeTokensOf: (uid: string, kinds: readonly OneTimeTokenKind[], now: string) =>
      list.all(uid, JSON.stringify(kinds), now),
  };
}
