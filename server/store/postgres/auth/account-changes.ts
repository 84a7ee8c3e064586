import type { AccountChange, NewPassword, Redeemed, StoredAccount } from '../../ports/accounts.ts';
import type { OneTimeTokenKind } from '../../ports/one-time-tokens.ts';
import { type Connection, statement } from '../connection/connection.ts';
import type { Connections } from '../connection/connections.ts';
import { lockAccount, lockedAccount } from './accounts.ts';
import { endOtherSessions } from './ended-sessions.ts';
import { consumeToken, findToken, revokeTokens } from './one-time-tokens.ts';
import { isSessionOf } from './sessions.ts';

const setPassword = statement('replace-password', 'UPDATE accounts SET password_hash = $2 WHERE uid = $1');
const keepFormer = statement(
  'keep-former-password',
  `INSERT INTO tickets (kind, hash, uid, body, expires_at)
   SELECT 'former-password', $2, uid, json_build_object('passwordHash', password_hash)::text, $3 FROM accounts
   WHERE uid = $1 AND password_hash <> '' AND $5 >
     (SELECT count(*) FROM tickets WHERE uid = $1 AND kind = 'former-password' AND expires_at > $4)`,
);
const apply = statement(
  'apply-change',
  `WITH removed AS (
     DELETE FROM credentials WHERE uid = $1 AND kind = ANY ($4) AND key <> ALL ($5)
   )
   UPDATE accounts SET email_verified_at = coalesce($2, email_verified_at),
     passkey_required_at = CASE WHEN $3 THEN NULL ELSE passkey_required_at END WHERE uid = $1`,
);

const revokeLater = statement(
  'revoke-later-tokens',
  'DELETE FROM tickets WHERE uid = $1 AND kind = $2 AND expires_at >= $3',
);

/** Returns the hashes of the sessions that it ended. */
async function replacePassword(
  connection: Connection,
  uid: string,
  { passwordHash, revokes, keepsFormer: kept }: NewPassword,
  keep?: string,
): Promise<string[]> {
  if (kept) await connection.query(keepFormer, uid, kept.hash, kept.expiresAt, kept.now, kept.most);
  await connection.query(setPassword, uid, passwordHash);
  await connection.query(revokeTokens, uid, revokes);
  return endOtherSessions(connection, uid, keep);
}

/** Changes an account that is locked. Returns the hashes of the sessions that it ended. */
async function applyChange(connection: Connection, uid: string, change: AccountChange): Promise<string[]> {
  const { password, emailVerifiedAt = null, withoutPasskey = false, removes, revokes, revokesLater } = change;
  const { kinds, except = [] } = removes ?? { kinds: [] };
  await connection.query(apply, uid, emailVerifiedAt, withoutPasskey, kinds, except);
  if (revokes) await connection.query(revokeTokens, uid, revokes);
  if (revokesLater) await connection.query(revokeLater, uid, revokesLater.kind, revokesLater.expiresAt);
  return password ? replacePassword(connection, uid, password) : [];
}

/** Changes an account within a transaction of its household. */
export async function changeAccount(
  connection: Connection,
  uid: string,
  decide: (account: StoredAccount) => AccountChange,
): Promise<Redeemed | undefined> {
  const account = await lockedAccount(connection, uid);
  return account && { account, ended: await applyChange(connection, uid, decide(account)) };
}

/** The calls that change an account together with its tokens, credentials and sessions. */
export function accountChangeCalls(connections: Connections) {
  return {
    changePassword: (uid: string, session: string, password: NewPassword) =>
      connections.transaction(uid, async (connection) => {
        await lockAccount(connection, uid);
        if (!(await isSessionOf(connection, uid, session))) return undefined;
        return replacePassword(connection, uid, password, session);
      }),
    redeemOneTimeToken: (
      kind: OneTimeTokenKind,
      hash: string,
      now: string,
      decide: (account: StoredAccount) => AccountChange,
    ): Promise<Redeemed | undefined> =>
      connections.transaction(hash, async (connection) => {
        // Locks the account before its token, in the same order as everything that revokes tokens: no deadlock.
        const uid = (await connection.query(findToken, kind, hash, now))[0]?.uid;
        const account = uid == null ? undefined : await lockedAccount(connection, uid);
        if (!account || (await connection.query(consumeToken, kind, hash, now)).length === 0)
          return undefined;
        return { account, ended: await applyChange(connection, account.uid, decide(account)) };
      }),
  };
}
