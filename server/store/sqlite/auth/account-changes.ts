import type { DatabaseSync } from 'node:sqlite';
import type { AccountChange, NewPassword, Redeemed, StoredAccount } from '../../ports/accounts.ts';
import type { OneTimeTokenKind } from '../../ports/one-time-tokens.ts';
import { query, write } from '../connection/connection.ts';
import { accountReader } from './accounts.ts';
import { sessionEnder } from './ended-sessions.ts';
import { oneTimeTokenWriter } from './one-time-tokens.ts';

/** Prepares the calls that change an account together with its tokens, credentials and sessions. */
export function accountChanger(db: DatabaseSync) {
  const { accountByUid } = accountReader(db);
  const { consumeOneTimeToken } = oneTimeTokenWriter(db);
  const isActive = query(db, 'SELECT 1 FROM sessions WHERE token_hash = ? AND uid = ?');
  const replacePassword = passwordReplacer(db);
  const change = changeApplier(db);
  return {
    changePassword: (uid: string, session: string, password: NewPassword) =>
      isActive.get(session, uid) ? replacePassword(uid, password, session) : undefined,
    redeemOneTimeToken(
      kind: OneTimeTokenKind,
      hash: string,
      now: string,
      decide: (account: StoredAccount) => AccountChange,
    ): Redeemed | undefined {
      const uid = consumeOneTimeToken(kind, hash, now)?.uid;
      const account = uid == null ? undefined : accountByUid(uid);
      if (!account) return undefined;
      return { account, ended: change(account.uid, decide(account)) };
    },
  };
}

/** Prepares the changes of an account within a transaction of its household. */
export function householdAccountChanger(db: DatabaseSync) {
  const { accountByUid } = accountReader(db);
  const change = changeApplier(db);
  return (uid: string, decide: (account: StoredAccount) => AccountChange): Redeemed | undefined => {
    const account = accountByUid(uid);
    return account && { account, ended: change(uid, decide(account)) };
  };
}

/** Prepares the replacement of a password, which returns the hashes of the sessions that it ended. */
function passwordReplacer(db: DatabaseSync) {
  const { revokeOneTimeTokens } = oneTimeTokenWriter(db);
  const { endSessionsOf } = sessionEnder(db);
  const set = write(db, 'UPDATE accounts SET password_hash = ? WHERE uid = ?');
  const keepFormer = write(
    db,
    `INSERT INTO tickets (kind, hash, uid, body, expires_at)
     SELECT 'former-password', ?2, uid, json_object('passwordHash', password_hash), ?3 FROM accounts
     WHERE uid = ?1 AND password_hash <> '' AND ?5 >
       (SELECT count(*) FROM tickets WHERE uid = ?1 AND kind = 'former-password' AND expires_at > ?4)`,
  );
  return (uid: string, { passwordHash, revokes, keepsFormer: kept }: NewPassword, keep?: string) => {
    if (kept) keepFormer(uid, kept.hash, kept.expiresAt, kept.now, kept.most);
    set(passwordHash, uid);
    revokeOneTimeTokens(uid, revokes);
    return endSessionsOf(uid, { allBut: keep });
  };
}

/** Prepares the changes of an account, which return the hashes of the sessions that they ended. */
function changeApplier(db: DatabaseSync) {
  const verify = write(db, 'UPDATE accounts SET email_verified_at = ? WHERE uid = ?');
  const requireNone = write(db, 'UPDATE accounts SET passkey_required_at = NULL WHERE uid = ?');
  const remove = write(
    db,
    `DELETE FROM credentials WHERE uid = ? AND kind IN (SELECT value FROM json_each(?))
       AND key NOT IN (SELECT value FROM json_each(?))`,
  );
  const revokeLater = write(db, 'DELETE FROM tickets WHERE uid = ? AND kind = ? AND expires_at >= ?');
  const { revokeOneTimeTokens } = oneTimeTokenWriter(db);
  const replacePassword = passwordReplacer(db);
  return (uid: string, change: AccountChange): string[] => {
    const { emailVerifiedAt, withoutPasskey, removes, revokes, revokesLater, password } = change;
    if (removes) {
      const { kinds, except = [] } = removes;
      remove(uid, JSON.stringify(kinds), JSON.stringify(except));
    }
    if (withoutPasskey) requireNone(uid);
    if (emailVerifiedAt !== undefined) verify(emailVerifiedAt, uid);
    if (revokes) revokeOneTimeTokens(uid, revokes);
    if (revokesLater) revokeLater(uid, revokesLater.kind, revokesLater.expiresAt);
    return password ? replacePassword(uid, password) : [];
  };
}
