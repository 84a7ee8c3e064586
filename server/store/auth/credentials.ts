import type { Id } from '#domain/ids.ts';
import type { Credential, CredentialKind } from '../ports/accounts.ts';
import { type Database, type Queries, sql } from '../shared/queries.ts';
import { lockAccount } from './accounts.ts';
import { isSessionOf } from './sessions.ts';

interface AddCredentialLimits {
  /** The hash of the adding session, which must be active. */
  session?: string;
  /** Per account and kind. */
  max?: number;
}

export interface SignInMethods {
  passwordHash: string | null;
  passkeyRequiredAt: string | null;
  passkeys: number;
  providers: number;
}

const CREDENTIAL = 'SELECT kind, key, uid, body, created_at AS "createdAt" FROM credentials';

const insert = sql(`
  INSERT INTO credentials (kind, key, uid, body, created_at) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (kind, key) DO NOTHING`);
const byKey = sql<Credential>(`${CREDENTIAL} WHERE kind = $1 AND key = $2`);
const ofAccount = sql<Credential>(`${CREDENTIAL} WHERE uid = $1 AND kind = $2 ORDER BY created_at, key`);
const update = sql('UPDATE credentials SET body = $4 WHERE kind = $1 AND key = $2 AND body = $3');
const remove = sql('DELETE FROM credentials WHERE uid = $1 AND kind = $2 AND key = ANY ($3)');
const ofKind = '(SELECT count(*) FROM credentials c WHERE c.uid = a.uid AND kind =';
const signInMethods = sql<SignInMethods>(`
  SELECT nullif(password_hash, '') AS "passwordHash", passkey_required_at AS "passkeyRequiredAt",
    ${ofKind} 'passkey') AS passkeys, ${ofKind} 'provider') AS providers FROM accounts a WHERE uid = $1`);
const number = sql<{ count: number }>(
  'SELECT count(*) AS count FROM credentials WHERE uid = $1 AND kind = $2',
);
const removeKinds = sql('DELETE FROM credentials WHERE uid = $1 AND kind = ANY ($2) AND key <> ALL ($3)');

/** False if any account has it. */
export async function insertCredential(
  queries: Queries,
  { kind, key, uid, body, createdAt }: Credential,
): Promise<boolean> {
  return (await queries.run(insert, kind, key, uid, body, createdAt)) > 0;
}

export async function removeCredentials(
  queries: Queries,
  uid: string,
  kinds: readonly CredentialKind[],
  except: readonly string[] = [],
): Promise<void> {
  await queries.run(removeKinds, uid, kinds, except);
}

/** False without the account, or if `session` has ended. */
async function lockFor(queries: Queries, uid: string, session: string | undefined): Promise<boolean> {
  // Waits for a deletion or recovery, which ends the sessions.
  if (!(await lockAccount(queries, uid))) return false;
  return session === undefined || isSessionOf(queries, uid, session);
}

export type CredentialStore = ReturnType<typeof credentialCalls>;

/** Each call is one durable transaction; changes of one account are serialized, also between instances. */
export function credentialCalls(database: Database) {
  return {
    credential: (kind: CredentialKind, key: string) => database.one(byKey, kind, key),
    /** In the order of adding. */
    credentialsOf: (uid: Id, kind: CredentialKind) => database.all(ofAccount, uid, kind),
    /** Compare-and-swap: false if the body is no longer `previous`. */
    updateCredential: async (kind: CredentialKind, key: string, previous: string, body: string) =>
      (await database.run(update, kind, key, previous, body)) > 0,
    /** 'taken': any account has it. 'no-account': it was deleted, or the adding session has ended. */
    addCredential: (
      credential: Credential,
      { session, max = Number.POSITIVE_INFINITY }: AddCredentialLimits = {},
    ) =>
      database.transaction(credential.uid, async (queries) => {
        const { uid, kind } = credential;
        if (!(await lockFor(queries, uid, session))) return 'no-account';
        // Under the lock, so that concurrent additions count.
        const present = await queries.one(number, uid, kind);
        if ((present?.count ?? 0) >= max) return 'limit-reached';
        return (await insertCredential(queries, credential)) ? 'added' : 'taken';
      }),
    /**
     * One of several concurrent callers gets true. `check` gets the remaining methods in the same transaction;
     * if it throws, nothing is removed.
     */
    removeCredentials: (
      uid: Id,
      kind: CredentialKind,
      keys: readonly string[],
      check?: (remaining: SignInMethods) => void,
    ) =>
      database.transaction(uid, async (queries) => {
        await lockAccount(queries, uid);
        if ((await queries.run(remove, uid, kind, keys)) === 0) return false;
        const remaining = await queries.one(signInMethods, uid);
        if (remaining) check?.(remaining);
        return true;
      }),
    /** The last of several concurrent callers wins. False if the account was deleted or `session` has ended. */
    replaceCredentials: (
      uid: Id,
      kind: CredentialKind,
      credentials: readonly Credential[],
      session?: string,
    ) =>
      database.transaction(uid, async (queries) => {
        // Under the lock the second of two instances removes what the first added.
        if (!(await lockFor(queries, uid, session))) return false;
        await removeCredentials(queries, uid, [kind]);
        for (const credential of credentials) await insertCredential(queries, credential);
        return true;
      }),
  };
}
