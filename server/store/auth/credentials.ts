import type { Credential, CredentialKind, CredentialStore, SignInMethods } from '../ports/credentials.ts';
import { type Database, type Queries, sql } from '../shared/queries.ts';
import { lockAccount } from './accounts.ts';
import { isSessionOf } from './sessions.ts';

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

/** Adds a credential to an existing account. Returns false if any account has it already. */
export async function insertCredential(
  queries: Queries,
  { kind, key, uid, body, createdAt }: Credential,
): Promise<boolean> {
  return (await queries.run(insert, kind, key, uid, body, createdAt)) > 0;
}

/** Removes the credentials of some kinds, but for those of some keys. */
export async function removeCredentials(
  queries: Queries,
  uid: string,
  kinds: readonly CredentialKind[],
  except: readonly string[] = [],
): Promise<void> {
  await queries.run(removeKinds, uid, kinds, except);
}

/** Locks an account. Returns false if it does not exist, or if the session that changes it, if one is given, has ended. */
async function lockFor(queries: Queries, uid: string, session: string | undefined): Promise<boolean> {
  // Waits for a deletion or recovery of the account, which afterwards has ended its sessions.
  if (!(await lockAccount(queries, uid))) return false;
  return session === undefined || isSessionOf(queries, uid, session);
}

/** The store's calls for credentials. */
export function credentialCalls(database: Database): CredentialStore {
  return {
    credential: (kind, key) => database.one(byKey, kind, key),
    credentialsOf: (uid, kind) => database.all(ofAccount, uid, kind),
    updateCredential: async (kind, key, former, body) =>
      (await database.run(update, kind, key, former, body)) > 0,
    addCredential: (credential, { session, max = Number.POSITIVE_INFINITY } = {}) =>
      database.transaction(credential.uid, async (queries) => {
        const { uid, kind } = credential;
        if (!(await lockFor(queries, uid, session))) return 'no-account';
        // Counts under the account's lock, so that concurrent additions are counted too.
        const present = await queries.one(number, uid, kind);
        if ((present?.count ?? 0) >= max) return 'limit-reached';
        return (await insertCredential(queries, credential)) ? 'added' : 'taken';
      }),
    removeCredentials: (uid, kind, keys, check) =>
      database.transaction(uid, async (queries) => {
        await lockAccount(queries, uid);
        if ((await queries.run(remove, uid, kind, keys)) === 0) return false;
        const remaining = await queries.one(signInMethods, uid);
        if (remaining) check?.(remaining);
        return true;
      }),
    replaceCredentials: (uid, kind, credentials, session) =>
      database.transaction(uid, async (queries) => {
        // Of two instances the second one sees and removes the credentials that the first one added.
        if (!(await lockFor(queries, uid, session))) return false;
        await removeCredentials(queries, uid, [kind]);
        for (const credential of credentials) await insertCredential(queries, credential);
        return true;
      }),
  };
}
