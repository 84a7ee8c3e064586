import type { AccountChange, NewPassword, Redeemed, StoredAccount, TicketKind } from '../../sign-in-port.ts';
import { type Connection, statement } from '../connection/connection.ts';
import type { Connections } from '../connection/connections.ts';
import { lockAccount, lockedAccount } from './accounts.ts';
import { endOtherSessions, isSessionOf } from './sessions.ts';
import { drop, find, take } from './tickets.ts';

const setPassword = statement('renew-password', 'UPDATE accounts SET password_hash = $2 WHERE uid = $1');
const apply = statement(
  'apply-change',
  `WITH removed AS (DELETE FROM credentials WHERE uid = $1 AND kind = ANY ($4))
   UPDATE accounts SET email_verified_at = coalesce($2, email_verified_at),
     passkey_required_at = CASE WHEN $3 THEN NULL ELSE passkey_required_at END WHERE uid = $1`,
);

/** Out: the hashes of the sessions that were ended. */
async function renew(
  connection: Connection,
  uid: string,
  { passwordHash, voids }: NewPassword,
  keep?: string,
): Promise<string[]> {
  await connection.query(setPassword, uid, passwordHash);
  await connection.query(drop, uid, voids);
  return endOtherSessions(connection, uid, keep);
}

/** The part of a store that changes several things of an account at once. */
export function accountChangesOn(connections: Connections) {
  return {
    changePassword: (uid: string, session: string, password: NewPassword) =>
      connections.transaction(uid, async (connection) => {
        await lockAccount(connection, uid);
        if (!(await isSessionOf(connection, uid, session))) return undefined;
        return renew(connection, uid, password, session);
      }),
    redeemTicket: (
      kind: TicketKind,
      hash: string,
      now: string,
      decide: (account: StoredAccount) => AccountChange,
    ): Promise<Redeemed | undefined> =>
      connections.transaction(hash, async (connection) => {
        // The account is locked before its ticket, as by all who drop tickets: so none waits for the other in a circle.
        const uid = (await connection.query(find, kind, hash, now))[0]?.uid;
        const account = uid == null ? undefined : await lockedAccount(connection, uid);
        if (!account || (await connection.query(take, kind, hash, now)).length === 0) return undefined;
        const change = decide(account);
        const { password, emailVerifiedAt = null, withoutPasskey = false, removes = [] } = change;
        await connection.query(apply, account.uid, emailVerifiedAt, withoutPasskey, removes);
        return { account, ended: password ? await renew(connection, account.uid, password) : [] };
      }),
  };
}
