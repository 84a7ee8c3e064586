import type { Profile } from '#domain/documents.ts';
import { profilePath } from '#domain/paths.ts';
import type { Account } from '#domain/protocol.ts';
import type { NewAccount, NewSession, StoredAccount } from '../port.ts';
import { statement } from './connection.ts';
import type { Connections } from './connections.ts';
import { violates } from './errors.ts';

const registerAll = statement(
  'register',
  `WITH new_household AS (
     INSERT INTO households (id, version) VALUES ($1, 1)
   ), new_account AS (
     INSERT INTO accounts (household, uid, email, email_key, password_hash, created_at) VALUES ($1, $2, $3, $4, $5, $6)
   )
   INSERT INTO documents (household, path, version, body) VALUES ($1, $7, 1, $8)`,
);

/** Writes account, household and profile in one statement: all of them, or none. */
async function register(
  connections: Connections,
  { uid, household, email, emailKey, passwordHash, createdAt }: NewAccount,
  profile: Profile,
): Promise<'registered' | 'email-taken'> {
  const account = [household, uid, email, emailKey, passwordHash, createdAt];
  try {
    await connections.query(registerAll, ...account, profilePath(uid), JSON.stringify(profile));
    return 'registered';
  } catch (error) {
    if (violates(error, 'one_account_an_email')) return 'email-taken';
    throw error;
  }
}

const byEmail = statement<StoredAccount>(
  'account-by-email',
  'SELECT uid, household, email, password_hash AS "passwordHash" FROM accounts WHERE email_key = $1',
);
const bySession = statement<Account>(
  'account-by-session',
  'SELECT uid, household, email FROM sessions JOIN accounts USING (uid) WHERE token_hash = $1 AND expires_at > $2',
);
const living = statement<{ hash: string }>(
  'living-sessions',
  'SELECT token_hash AS hash FROM sessions WHERE token_hash = ANY ($1) AND expires_at > $2',
);
const newPassword = statement('set-password', 'UPDATE accounts SET password_hash = $2 WHERE uid = $1');
const newSession = statement(
  'open-session',
  'INSERT INTO sessions (token_hash, uid, created_at, expires_at) VALUES ($1, $2, $3, $4)',
);
const removeSession = statement('end-session', 'DELETE FROM sessions WHERE token_hash = $1');

/** The part of a store that knows accounts and sessions. */
export function accountsOn(connections: Connections) {
  return {
    register: (account: NewAccount, profile: Profile) => register(connections, account, profile),
    accountByEmail: async (emailKey: string) => (await connections.query(byEmail, emailKey))[0],
    setPassword: async (uid: string, passwordHash: string) =>
      void (await connections.query(newPassword, uid, passwordHash)),
    openSession: async ({ tokenHash, uid, createdAt, expiresAt }: NewSession) =>
      void (await connections.query(newSession, tokenHash, uid, createdAt, expiresAt)),
    session: async (tokenHash: string, now: string) =>
      (await connections.query(bySession, tokenHash, now))[0],
    livingSessions: async (tokenHashes: readonly string[], now: string) =>
      new Set((await connections.query(living, tokenHashes, now)).map(({ hash }) => hash)),
    endSession: async (tokenHash: string) => void (await connections.query(removeSession, tokenHash)),
  };
}
