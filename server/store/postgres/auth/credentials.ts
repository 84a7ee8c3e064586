import type {
  AddCredentialLimits,
  Credential,
  CredentialKind,
  SignInMethods,
} from '../../ports/credentials.ts';
import { type Connection, statement } from '../connection/connection.ts';
import type { Connections } from '../connection/connections.ts';
import { lockAccount } from './accounts.ts';
import { isSessionOf } from './sessions.ts';

type Key = { key: string };

const CREDENTIAL = 'SELECT kind, key, uid, body, created_at AS "createdAt" FROM credentials';

const insert = statement<Key>(
  'add-credential',
  `INSERT INTO credentials (kind, key, uid, body, created_at) VALUES ($1, $2, $3, $4, $5)
   ON CONFLICT (kind, key) DO NOTHING RETURNING key`,
);
const byKey = statement<Credential>('credential', `${CREDENTIAL} WHERE kind = $1 AND key = $2`);
const ofAccount = statement<Credential>(
  'credentials-of-account',
  `${CREDENTIAL} WHERE uid = $1 AND kind = $2 ORDER BY created_at, key`,
);
const update = statement<Key>(
  'update-credential',
  'UPDATE credentials SET body = $4 WHERE kind = $1 AND key = $2 AND body = $3 RETURNING key',
);
const remove = statement<Key>(
  'remove-credentials',
  'DELETE FROM credentials WHERE uid = $1 AND kind = $2 AND key = ANY ($3) RETURNING key',
);
const ofKind = '(SELECT count(*) FROM credentials c WHERE c.uid = a.uid AND kind =';
const signInMethods = statement<SignInMethods>(
  'sign-in-methods',
  `SELECT nullif(password_hash, '') AS "passwordHash", passkey_required_at AS "passkeyRequiredAt",
     ${ofKind} 'passkey') AS passkeys, ${ofKind} 'provider') AS providers FROM accounts a WHERE uid = $1`,
);
const number = statement<{ count: number }>(
  'number-of-credentials',
  'SELECT count(*) AS count FROM credentials WHERE uid = $1 AND kind = $2',
);
const removeAll = statement('remove-all-credentials', 'DELETE FROM credentials WHERE uid = $1 AND kind = $2');

function row({ kind, key, uid, body, createdAt }: Credential) {
  return [kind, key, uid, body, createdAt];
}

/** Locks an account. Returns false if it does not exist, or if the session that changes it, if one is given, has ended. */
async function lockFor(connection: Connection, uid: string, session: string | undefined): Promise<boolean> {
  // Waits for a deletion or recovery of the account, which afterwards has ended its sessions.
  if (!(await lockAccount(connection, uid))) return false;
  return session === undefined || isSessionOf(connection, uid, session);
}

/** Counts under the account's lock, so that concurrent additions are counted too. */
function add(connections: Connections, credential: Credential, { session, max }: AddCredentialLimits) {
  const { uid, kind } = credential;
  return connections.transaction<'added' | 'taken' | 'no-account' | 'limit-reached'>(
    uid,
    async (connection) => {
      if (!(await lockFor(connection, uid, session))) return 'no-account';
      const [present] = await connection.query(number, uid, kind);
      if (max !== undefined && (present?.count ?? 0) >= max) return 'limit-reached';
      return (await connection.query(insert, ...row(credential))).length > 0 ? 'added' : 'taken';
    },
  );
}

/** The store's calls for credentials. */
export function credentialCalls(connections: Connections) {
  return {
    addCredential: (credential: Credential, limits: AddCredentialLimits = {}) =>
      add(connections, credential, limits),
    credential: async (kind: CredentialKind, key: string) => (await connections.query(byKey, kind, key))[0],
    credentialsOf: (uid: string, kind: CredentialKind) => connections.query(ofAccount, uid, kind),
    updateCredential: async (kind: CredentialKind, key: string, former: string, body: string) =>
      (await connections.query(update, kind, key, former, body)).length > 0,
    removeCredentials: (
      uid: string,
      kind: CredentialKind,
      keys: readonly string[],
      check?: (remaining: SignInMethods) => void,
    ) =>
      connections.transaction(uid, async (connection) => {
        await lockAccount(connection, uid);
        if ((await connection.query(remove, uid, kind, keys)).length === 0) return false;
        const [remaining] = await connection.query(signInMethods, uid);
        if (remaining) check?.(remaining);
        return true;
      }),
    replaceCredentials: (
      uid: string,
      kind: CredentialKind,
      credentials: readonly Credential[],
      session?: string,
    ) =>
      connections.transaction(uid, async (connection) => {
        // Of two instances the second one sees and removes the credentials that the first one added.
        if (!(await lockFor(connection, uid, session))) return false;
        await connection.query(removeAll, uid, kind);
        for (const credential of credentials) await connection.query(insert, ...row(credential));
        return true;
      }),
  };
}
