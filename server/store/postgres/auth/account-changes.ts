import type { AccountChange, NewPassword, Redeemed, StoredAccount } from '../../ports/accounts.ts';
import type { OneTimeTokenKind } from '../../ports/one-time-tokens.ts';
import { type Connection, statement } from '../connection/connection.ts';
import type { Connections } from '../connection/connections.ts';
import { lockAccount, lockedAccount } from './accounts.ts';
import { endOtherSessions } from './ended-sessions.ts';
import { consumeToken, findToken, revokeTokens } from './one-time-tokens.ts';
import { isSessionOf } from './sessions.ts';

const setPassword = statement('replace-password', 'UPDATE accounts SET password_hash = $2 WHERE uid = $1');
const apply = statement(
  'apply-change',
  `WITH removed AS (DELETE FROM credentials WHERE uid = $1 AND kind = ANY ($4))
   UPDATE accounts SET email_verified_at = coalesce($2, email_verified_at),
     passkey_required_at = CASE WHEN $3 THEN NULL ELSE passkey_required_at END WHERE uid = $1`,
);

/** Returns the hashes of the sessions that it ended. */
async function replacePassword(
  connection: Connection,
  uid: string,
  { passwordHash, revokes }: NewPassword,
  keep?: string,
): Promise<string[]> {
  await connection.query(setPassword, uid, passwordHash);
  await connection.query(revokeTokens, uid, revokes);
  return endOtherSessions(connection, uid, keep);
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
        const change = decide(account);
        const { password, emailVerifiedAt = null, withoutPasskey = false, removes = [] } = change;
        await connection.query(apply, account.uid, emailVerifiedAt, withoutPasskey, removes);
        return { account, ended: password ? await replacePassword(connection, account.uid, password) : [] };
      }),
  };
}
