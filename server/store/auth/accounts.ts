import type { Id } from '#domain/ids.ts';
import type { StoredAccount, VerifiedEmail } from '../ports/accounts.ts';
import { type Database, Duplicate, type Queries, sql } from '../shared/queries.ts';

const ACCOUNT = `SELECT uid, household, email, email_key AS "emailKey", nullif(password_hash, '') AS "passwordHash",
  email_verified_at AS "emailVerifiedAt", passkey_required_at AS "passkeyRequiredAt" FROM accounts`;
const byEmail = sql<StoredAccount>(`${ACCOUNT} WHERE email_key = $1`);
const byUid = sql<StoredAccount>(`${ACCOUNT} WHERE uid = $1`);
const sharing = sql<StoredAccount>(`${ACCOUNT}
  WHERE household IN (SELECT household FROM accounts GROUP BY household HAVING count(*) > 1) ORDER BY household, uid`);
const lock = sql<StoredAccount>(`${ACCOUNT} WHERE uid = $1 FOR UPDATE`);
const setPassword = sql(
  'UPDATE accounts SET password_hash = $2 WHERE uid = $1 AND ($3::text IS NULL OR password_hash = $3)',
);
const verifyEmail = sql(
  'UPDATE accounts SET email_verified_at = coalesce(email_verified_at, $3) WHERE uid = $1 AND email_key = $2',
);
const requirePasskey = sql(`
  UPDATE accounts SET passkey_required_at = $2 WHERE uid = $1
    AND ($2::text IS NULL OR EXISTS (SELECT 1 FROM credentials WHERE uid = $1 AND kind = 'passkey'))`);

export function findAccount(queries: Queries, uid: string): Promise<StoredAccount | undefined> {
  return queries.one(byUid, uid);
}

/** Until the transaction ends; blocks new sessions and credentials too. */
export function lockAccount(queries: Queries, uid: string): Promise<StoredAccount | undefined> {
  return queries.one(lock, uid);
}

/** Passwords come as hashes; each call is one durable transaction. */
export function accountCalls(database: Database) {
  return {
    accountByEmail: (emailKey: string) => database.one(byEmail, emailKey),
    accountByUid: (uid: Id) => findAccount(database, uid),
    /** In households with several parents, grouped by household. */
    sharingAccounts: () => database.all(sharing),
    /** Null removes the password. With `previous` only if that is still the hash ('': none); else false. */
    setPassword: async (uid: Id, passwordHash: string | null, previous?: string) =>
      (await database.run(setPassword, uid, passwordHash ?? '', previous ?? null)) > 0,
    /** Does nothing if the address has changed. */
    verifyEmail: async (uid: Id, emailKey: string, verifiedAt: string) =>
      void (await database.run(verifyEmail, uid, emailKey, verifiedAt)),
    /**
     * Requires a passkey or a recovery code after other sign-in methods; null lifts that. False without a
     * passkey.
     */
    requirePasskey: (uid: Id, since: string | null) =>
      database.transaction(uid, async (queries) => {
        // Waits for a removal of the last passkey, which then is complete or sees the requirement.
        await lockAccount(queries, uid);
        return (await queries.run(requirePasskey, uid, since)) > 0;
      }),
  };
}

const setNewEmail = sql(
  'UPDATE accounts SET email = $3, email_key = $4, email_verified_at = $5 WHERE household = $1 AND uid = $2',
);
const reserved = sql<{ uid: string }>(`
  SELECT uid FROM tickets
  WHERE kind = 'undo-email' AND body::json ->> 'emailKey' = $1 AND uid <> $2 AND expires_at > $3`);

/** Another account has the e-mail, or an undo may restore it to one. */
export class EmailTaken extends Error {}

/**
 * Call it after writing the e-mail: that waits for a change that frees and reserves it. Throws EmailTaken.
 */
export async function refuseReserved(
  queries: Queries,
  uid: string,
  emailKey: string,
  now: string,
): Promise<void> {
  if (await queries.one(reserved, emailKey, uid, now)) throw new EmailTaken();
}

export async function setEmail(
  queries: Queries,
  household: string,
  uid: string,
  { email, emailKey, verifiedAt }: VerifiedEmail,
  now: string,
): Promise<'set' | 'email-taken' | 'elsewhere'> {
  try {
    const set = await queries.run(setNewEmail, household, uid, email, emailKey, verifiedAt);
    await refuseReserved(queries, uid, emailKey, now);
    return set > 0 ? 'set' : 'elsewhere';
  } catch (error) {
    if (error instanceof EmailTaken || error instanceof Duplicate) return 'email-taken';
    throw error;
  }
}
