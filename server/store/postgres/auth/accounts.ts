import type { Profile } from '#domain/documents.ts';
import { profilePath } from '#domain/paths.ts';
import type { Invitation, NewAccount, StoredAccount } from '../../ports/accounts.ts';
import type { Credential } from '../../ports/credentials.ts';
import { endLinksBy } from '../../visit-links.ts';
import { type Connection, statement } from '../connection/connection.ts';
import type { Connections } from '../connection/connections.ts';
import { violates } from '../connection/errors.ts';
import { forgetLinks, linkedVisits } from '../household/links.ts';
import { lockHouseholds, writeProfile } from '../household/profile-writer.ts';
import { isEmailTaken, refuseReserved } from './emails.ts';
import { leaveDeletionMarks } from './ended-sessions.ts';
import { consumeToken } from './one-time-tokens.ts';

const registerAll = statement(
  'register',
  `WITH new_household AS (
     INSERT INTO households (id, version) VALUES ($1, 1)
   ), new_account AS (
     INSERT INTO accounts (household, uid, email, email_key, password_hash, created_at, email_verified_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)
   ), new_credentials AS (
     INSERT INTO credentials (uid, kind, key, body, created_at)
     SELECT $2, kind, key, body, created_at FROM json_to_recordset($10) AS c (kind text, key text, body text, created_at text)
   )
   INSERT INTO documents (household, path, version, body) VALUES ($1, $8, 1, $9)`,
);

/** Writes account, household, profile and credentials in one transaction, and uses the invitation up. */
async function register(
  connections: Connections,
  account: NewAccount,
  profile: Profile,
  credentials: readonly Credential[],
  invitation: Invitation | undefined,
): Promise<'registered' | 'email-taken' | 'credential-taken' | 'invitation-used'> {
  const { uid, household, email, emailKey, passwordHash, createdAt, emailVerifiedAt = null } = account;
  const row = [household, uid, email, emailKey, passwordHash ?? '', createdAt, emailVerifiedAt];
  const added = credentials.map(({ createdAt, ...credential }) => ({ ...credential, created_at: createdAt }));
  const values = [...row, profilePath(uid), JSON.stringify(profile), JSON.stringify(added)];
  try {
    return await connections.transaction(uid, async (connection) => {
      const isUsed = invitation && !(await consumeInvitation(connection, invitation));
      if (isUsed) return 'invitation-used';
      await connection.query(registerAll, ...values);
      await refuseReserved(connection, uid, emailKey, createdAt);
      return 'registered';
    });
  } catch (error) {
    if (isEmailTaken(error)) return 'email-taken';
    if (violates(error, 'one_owner_a_credential')) return 'credential-taken';
    throw error;
  }
}

async function consumeInvitation(connection: Connection, { hash, now }: Invitation): Promise<boolean> {
  return (await connection.query(consumeToken, 'invitation', hash, now)).length > 0;
}

const ACCOUNT = `SELECT uid, household, email, email_key AS "emailKey", nullif(password_hash, '') AS "passwordHash",
  email_verified_at AS "emailVerifiedAt", passkey_required_at AS "passkeyRequiredAt" FROM accounts`;
const byEmail = statement<StoredAccount>('account-by-email', `${ACCOUNT} WHERE email_key = $1`);
const byUid = statement<StoredAccount>('account-by-uid', `${ACCOUNT} WHERE uid = $1`);
const newPassword = statement<{ uid: string }>(
  'set-password',
  `UPDATE accounts SET password_hash = $2 WHERE uid = $1 AND ($3::text IS NULL OR password_hash = $3) RETURNING uid`,
);
const verified = statement(
  'verify-email',
  'UPDATE accounts SET email_verified_at = coalesce(email_verified_at, $3) WHERE uid = $1 AND email_key = $2',
);
const passkeyRequired = statement<{ uid: string }>(
  'require-passkey',
  `UPDATE accounts SET passkey_required_at = $2 WHERE uid = $1
     AND ($2::text IS NULL OR EXISTS (SELECT FROM credentials WHERE uid = $1 AND kind = 'passkey')) RETURNING uid`,
);

const lock = statement<{ uid: string }>('lock-account', 'SELECT uid FROM accounts WHERE uid = $1 FOR UPDATE');

/** Locks an account, and the start of its sessions and credentials, until the transaction ends. Returns false if it does not exist. */
export async function lockAccount(connection: Connection, uid: string): Promise<boolean> {
  return (await connection.query(lock, uid)).length > 0;
}

/** Locks an account as {@link lockAccount} does. Returns its present state, or undefined if it does not exist. */
export async function lockedAccount(connection: Connection, uid: string): Promise<StoredAccount | undefined> {
  return (await lockAccount(connection, uid)) ? (await connection.query(byUid, uid))[0] : undefined;
}

const removeAccount = statement('remove-account', 'DELETE FROM accounts WHERE uid = $1');
// A statement of its own: it sees if the one before left any account in the household.
const removeEmpty = statement<{ id: string }>(
  'remove-empty-household',
  `WITH forgotten AS (
     UPDATE visit_links SET household = NULL, path = NULL, made_at = NULL
     WHERE household = $1 AND NOT EXISTS (SELECT FROM accounts WHERE household = $1)
   )
   DELETE FROM households WHERE id = $1 AND NOT EXISTS (SELECT FROM accounts WHERE household = $1) RETURNING id`,
);

/**
 * Follows when an account is gone from a locked household: its profile goes too, and the links that it made unless they are
 * kept; or with nobody left all of it.
 */
export async function leaveHousehold(
  connection: Connection,
  household: string,
  uid: string,
  now: string,
  keepLinks = false,
): Promise<void> {
  const removed = await connection.query(removeEmpty, household);
  if (removed.length > 0) return;
  const rows = keepLinks ? [] : await connection.query(linkedVisits, household);
  const { visits, hashes } = endLinksBy(uid, rows);
  await writeProfile(connection, household, uid, now, undefined, visits);
  if (hashes.length > 0) await connection.query(forgetLinks, hashes);
}

/** Deletes the account; if it moved to another household before the locks were taken, once more. */
async function deleteAccount(connections: Connections, uid: string, now: string): Promise<void> {
  const [found] = await connections.query(byUid, uid);
  if (!found) return;
  const isDone = await connections.transaction(uid, async (connection) => {
    await lockHouseholds(connection, [found.household]);
    // Waits for a session that is being opened: after the lock it exists, or never will.
    const account = await lockedAccount(connection, uid);
    if (account && account.household !== found.household) return false;
    if (!account) return true;
    await leaveDeletionMarks(connection, uid);
    await connection.query(removeAccount, uid);
    await leaveHousehold(connection, account.household, uid, now);
    return true;
  });
  if (!isDone) await deleteAccount(connections, uid, now);
}

/** The store's calls for accounts. */
export function accountCalls(connections: Connections) {
  return {
    register: (
      account: NewAccount,
      profile: Profile,
      credentials: readonly Credential[] = [],
      invitation?: Invitation,
    ) => register(connections, account, profile, credentials, invitation),
    accountByEmail: async (emailKey: string) => (await connections.query(byEmail, emailKey))[0],
    accountByUid: async (uid: string) => (await connections.query(byUid, uid))[0],
    setPassword: async (uid: string, passwordHash: string | null, former: string | null = null) =>
      (await connections.query(newPassword, uid, passwordHash ?? '', former)).length > 0,
    verifyEmail: async (uid: string, emailKey: string, verifiedAt: string) =>
      void (await connections.query(verified, uid, emailKey, verifiedAt)),
    requirePasskey: (uid: string, since: string | null) =>
      connections.transaction(uid, async (connection) => {
        // Waits for a removal of the last passkey, which afterwards is complete or sees the requirement.
        await lockAccount(connection, uid);
        return (await connection.query(passkeyRequired, uid, since)).length > 0;
      }),
    deleteAccount: (uid: string, now: string) => deleteAccount(connections, uid, now),
  };
}
