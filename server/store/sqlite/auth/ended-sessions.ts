import type { DatabaseSync } from 'node:sqlite';
import { ENDED_SESSION_KINDS, type EndedSessionKind } from '../../ports/sessions.ts';
import { LIMIT_GIVEN, query, write } from '../connection/connection.ts';

/** Inserts what is remembered of sessions, under their hashes; the caller adds which. */
const REMEMBER = `INSERT INTO tickets (kind, hash, uid, body, expires_at)
  SELECT ?1, token_hash, iif(?1 = 'account-gone', NULL, uid), '{}', strftime('%Y-%m-%dT%H:%M:%fZ', expires_at, '+180 days')
  FROM sessions`;

/** Prepares the calls that end sessions. */
export function sessionEnder(db: DatabaseSync) {
  const rememberHash = write(db, `${REMEMBER} WHERE token_hash = ?2`);
  const rememberOne = write(db, `${REMEMBER} WHERE uid = ?2 AND id = ?3`);
  const rememberOthers = write(db, `${REMEMBER} WHERE uid = ?2 AND token_hash <> ?3`);
  const end = write(db, 'DELETE FROM sessions WHERE token_hash = ?');
  const endOne = query<{ hash: string }>(
    db,
    'DELETE FROM sessions WHERE uid = ? AND id = ? RETURNING token_hash AS hash',
  );
  const endOthers = query<{ hash: string }>(
    db,
    'DELETE FROM sessions WHERE uid = ? AND token_hash <> ? RETURNING token_hash AS hash',
  );
  const forget = write(
    db,
    `DELETE FROM tickets WHERE uid = ?1 AND kind IN ('session-ended', 'session-over') AND hash IN (
       SELECT hash FROM tickets WHERE uid = ?1 AND kind IN ('session-ended', 'session-over')
       ORDER BY expires_at DESC LIMIT -1 OFFSET ?2)`,
  );
  return {
    forgetEndedSessions: (uid: string, keep: number) => void forget(uid, keep),
    endSession(tokenHash: string, remembered?: 'session-over') {
      if (remembered) rememberHash(remembered, tokenHash);
      end(tokenHash);
    },
    endSessionsOf(uid: string, which: { id: string } | { allBut: string | undefined }): string[] {
      const [remember, end, those] =
        'id' in which
          ? ([rememberOne, endOne, which.id] as const)
          : ([rememberOthers, endOthers, which.allBut ?? ''] as const);
      remember('session-ended', uid, those);
      return end.all(uid, those).map(({ hash }) => hash);
    },
  };
}

/** Prepares what the deletion of an account leaves: its sessions, also those that ended before, lead to nobody. */
export function deletionMarker(db: DatabaseSync): (uid: string) => void {
  const remember = write(db, `${REMEMBER} WHERE uid = ?2`);
  const disown = write(
    db,
    `UPDATE tickets SET kind = 'account-gone', uid = NULL WHERE uid = ? AND kind IN ('session-ended', 'session-over')`,
  );
  return (uid) => {
    remember('account-gone', uid);
    disown(uid);
  };
}

/** Prepares the purge of some expired sessions, which are remembered. It returns their number. */
export function expiredSessionPurger(db: DatabaseSync): (now: string, limit: number) => number {
  const remember = write(db, `${REMEMBER} WHERE token_hash = ?2`);
  const expired = query<{ hash: string }>(
    db,
    `SELECT token_hash AS hash FROM sessions WHERE expires_at <= ? ${LIMIT_GIVEN}`,
  );
  const purge = write(db, 'DELETE FROM sessions WHERE token_hash = ?');
  return (now, limit) => {
    const some = expired.all(now, limit);
    for (const { hash } of some) {
      remember('session-over', hash);
      purge(hash);
    }
    return some.length;
  };
}

/** Prepares the call that finds what is remembered of sessions. */
export function endedSessionReader(db: DatabaseSync) {
  const find = query<{ hash: string; kind: EndedSessionKind }>(
    db,
    `SELECT hash, kind FROM tickets WHERE hash IN (SELECT value FROM json_each(?))
     AND kind IN (SELECT value FROM json_each(?)) AND expires_at > ?`,
  );
  const kinds = JSON.stringify(ENDED_SESSION_KINDS);
  return {
    endedSessions: (tokenHashes: readonly string[], now: string) =>
      new Map(find.all(JSON.stringify(tokenHashes), kinds, now).map(({ hash, kind }) => [hash, kind])),
  };
}
