import type { DatabaseSync } from 'node:sqlite';
import type {
  AddCredentialLimits,
  Credential,
  CredentialKind,
  SignInMethods,
} from '../../ports/credentials.ts';
import { query, write } from '../connection/connection.ts';

/** Prepares adding a credential to an existing account, which returns 0 if any account has the credential already. */
export function credentialInserter(db: DatabaseSync) {
  const insert = write(
    db,
    `INSERT INTO credentials (kind, key, uid, body, created_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (kind, key) DO NOTHING`,
  );
  return ({ kind, key, uid, body, createdAt }: Credential) => insert(kind, key, uid, body, createdAt);
}

/** Prepares the calls that change credentials. */
export function credentialWriter(db: DatabaseSync) {
  const insert = credentialInserter(db);
  const owner = query(
    db,
    `SELECT 1 FROM accounts a WHERE uid = ?1
       AND (?2 IS NULL OR EXISTS (SELECT 1 FROM sessions s WHERE token_hash = ?2 AND s.uid = a.uid))`,
  );
  const number = query<{ count: number }>(
    db,
    'SELECT count(*) AS count FROM credentials WHERE uid = ? AND kind = ?',
  );
  const update = write(db, 'UPDATE credentials SET body = ? WHERE kind = ? AND key = ? AND body = ?');
  const removeAll = write(db, 'DELETE FROM credentials WHERE uid = ? AND kind = ?');
  return {
    addCredential(
      credential: Credential,
      { session, max }: AddCredentialLimits = {},
    ): 'added' | 'taken' | 'no-account' | 'limit-reached' {
      const { uid, kind } = credential;
      if (!owner.get(uid, session ?? null)) return 'no-account';
      if (max !== undefined && (number.get(uid, kind)?.count ?? 0) >= max) return 'limit-reached';
      return insert(credential) > 0 ? 'added' : 'taken';
    },
    updateCredential: (kind: CredentialKind, key: string, former: string, body: string) =>
      update(body, kind, key, former) > 0,
    removeCredentials: credentialRemover(db),
    replaceCredentials(
      uid: string,
      kind: CredentialKind,
      credentials: readonly Credential[],
      session: string | null = null,
    ): boolean {
      if (!owner.get(uid, session)) return false;
      removeAll(uid, kind);
      for (const credential of credentials) insert(credential);
      return true;
    },
  };
}

function credentialRemover(db: DatabaseSync) {
  const remove = write(
    db,
    'DELETE FROM credentials WHERE uid = ? AND kind = ? AND key IN (SELECT value FROM json_each(?))',
  );
  const ofKind = '(SELECT count(*) FROM credentials c WHERE c.uid = a.uid AND kind =';
  const signInMethods = query<SignInMethods>(
    db,
    `SELECT nullif(password_hash, '') AS passwordHash, passkey_required_at AS passkeyRequiredAt,
       ${ofKind} 'passkey') AS passkeys, ${ofKind} 'provider') AS providers FROM accounts a WHERE uid = ?`,
  );
  return (
    uid: string,
    kind: CredentialKind,
    keys: readonly string[],
    check?: (remaining: SignInMethods) => void,
  ) => {
    if (remove(uid, kind, JSON.stringify(keys)) === 0) return false;
    const remaining = signInMethods.get(uid);
    if (remaining) check?.(remaining);
    return true;
  };
}

const CREDENTIAL = 'SELECT kind, key, uid, body, created_at AS createdAt FROM credentials';

/** Prepares the calls that find credentials. */
export function credentialReader(db: DatabaseSync) {
  const byKey = query<Credential>(db, `${CREDENTIAL} WHERE kind = ? AND key = ?`);
  const ofAccount = query<Credential>(
    db,
    `${CREDENTIAL} WHERE uid = ? AND kind = ? ORDER BY created_at, key`,
  );
  return {
    credential: (kind: CredentialKind, key: string) => byKey.get(kind, key),
    credentialsOf: (uid: string, kind: CredentialKind) => ofAccount.all(uid, kind),
  };
}
