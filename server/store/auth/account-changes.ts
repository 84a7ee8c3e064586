import type { Id } from '#domain/ids.ts';
import type {
  AccountChange,
  NewPassword,
  OneTimeTokenKind,
  Redeemed,
  StoredAccount,
} from '../ports/accounts.ts';
import { type Database, type Queries, sql } from '../shared/queries.ts';
import { lockAccount } from './accounts.ts';
import { removeCredentials } from './credentials.ts';
import { consumeToken, findToken, revokeTokens } from './one-time-tokens.ts';
import { endOtherSessions, isSessionOf } from './sessions.ts';

const setPassword = sql('UPDATE accounts SET password_hash = $2 WHERE uid = $1');
const keepFormer = sql(`
  INSERT INTO tickets (kind, hash, uid, body, expires_at) SELECT 'former-password', $2, $1, $3, $4
  WHERE $6 > (SELECT count(*) FROM tickets WHERE uid = $1 AND kind = 'former-password' AND expires_at > $5)`);
const verify = sql('UPDATE accounts SET email_verified_at = $2 WHERE uid = $1');
const requireNone = sql('UPDATE accounts SET passkey_required_at = NULL WHERE uid = $1');
const revokeLater = sql('DELETE FROM tickets WHERE uid = $1 AND kind = $2 AND expires_at >= $3');

/** Needs a locked account; resolves to the ended sessions' hashes. */
async function replacePassword(
  queries: Queries,
  { uid, passwordHash: previous }: StoredAccount,
  { passwordHash, revokes, keepsFormer: kept }: NewPassword,
  keep?: string,
): Promise<string[]> {
  if (kept && previous !== null) {
    const body = JSON.stringify({ passwordHash: previous });
    await queries.run(keepFormer, uid, kept.hash, body, kept.expiresAt, kept.now, kept.most);
  }
  await queries.run(setPassword, uid, passwordHash);
  await revokeTokens(queries, uid, revokes);
  return endOtherSessions(queries, uid, keep);
}

/** Needs a locked account; resolves to it as it was. */
async function applyChange(
  queries: Queries,
  account: StoredAccount,
  change: AccountChange,
): Promise<Redeemed> {
  const { password, emailVerifiedAt, withoutPasskey, removes, revokes, revokesLater } = change;
  const { uid } = account;
  if (removes) await removeCredentials(queries, uid, removes.kinds, removes.except);
  if (withoutPasskey) await queries.run(requireNone, uid);
  if (emailVerifiedAt !== undefined) await queries.run(verify, uid, emailVerifiedAt);
  if (revokes) await revokeTokens(queries, uid, revokes);
  if (revokesLater) await queries.run(revokeLater, uid, revokesLater.kind, revokesLater.expiresAt);
  return { account, ended: password ? await replacePassword(queries, account, password) : [] };
}

export async function changeAccount(
  queries: Queries,
  uid: string,
  decide: (account: StoredAccount) => AccountChange,
): Promise<Redeemed | undefined> {
  const account = await lockAccount(queries, uid);
  return account && applyChange(queries, account, decide(account));
}

export function accountChangeCalls(database: Database) {
  return {
    /** Ends the other sessions and resolves to their hashes; undefined if `session` itself has ended. */
    changePassword: (uid: Id, session: string, password: NewPassword) =>
      database.transaction(uid, async (queries) => {
        const account = await lockAccount(queries, uid);
        if (!account || !(await isSessionOf(queries, uid, session))) return undefined;
        return replacePassword(queries, account, password, session);
      }),
    /**
     * Atomic; undefined without such a token. `decide` gets the locked account; if it throws, the token stays.
     */
    redeemOneTimeToken: (
      kind: OneTimeTokenKind,
      hash: string,
      now: string,
      decide: (account: StoredAccount) => AccountChange,
    ) =>
      database.transaction(hash, async (queries) => {
        // Account before token, like everything that revokes tokens: no deadlock.
        const uid = (await findToken(queries, kind, hash, now))?.uid;
        const account = uid == null ? undefined : await lockAccount(queries, uid);
        if (!account || !(await consumeToken(queries, kind, hash, now))) return undefined;
        return applyChange(queries, account, decide(account));
      }),
  };
}
