import type { DatabaseSync } from 'node:sqlite';
import type { Profile } from '#domain/documents.ts';
import { profilePath } from '#domain/paths.ts';
import type { Account } from '#domain/protocol.ts';
import { query, write } from './connection.ts';
import type { NewAccount, NewSession, StoredAccount } from './port.ts';
import { documentWriter } from './save.ts';

/** Prepares what changes accounts and sessions. */
export function accountWriter(db: DatabaseSync) {
  const taken = query(db, 'SELECT 1 FROM accounts WHERE email_key = ?');
  const insertHousehold = write(db, 'INSERT INTO households (id, version) VALUES (?, 1)');
  const insertAccount = write(
    db,
    'INSERT INTO accounts (uid, household, email, email_key, password_hash, created_at) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const setPassword = write(db, 'UPDATE accounts SET password_hash = ? WHERE uid = ?');
  const insertSession = write(
    db,
    'INSERT INTO sessions (token_hash, uid, created_at, expires_at) VALUES (?, ?, ?, ?)',
  );
  const deleteSession = write(db, 'DELETE FROM sessions WHERE token_hash = ?');
  const writeDocument = documentWriter(db);
  return {
    register(account: NewAccount, profile: Profile): 'registered' | 'email-taken' {
      const { uid, household, email, emailKey, passwordHash, createdAt } = account;
      if (taken.get(emailKey)) return 'email-taken';
      insertHousehold(household);
      insertAccount(uid, household, email, emailKey, passwordHash, createdAt);
      writeDocument(household, profilePath(uid), 1, profile);
      return 'registered';
    },
    setPassword: (uid: string, passwordHash: string) => void setPassword(passwordHash, uid),
    openSession: ({ tokenHash, uid, createdAt, expiresAt }: NewSession) =>
      void insertSession(tokenHash, uid, createdAt, expiresAt),
    endSession: (tokenHash: string) => void deleteSession(tokenHash),
  };
}

/** Prepares what finds accounts. */
export function accountReader(db: DatabaseSync) {
  const byEmail = query<StoredAccount>(
    db,
    'SELECT uid, household, email, password_hash AS passwordHash FROM accounts WHERE email_key = ?',
  );
  const bySession = query<Account>(
    db,
    `SELECT uid, household, email FROM sessions JOIN accounts USING (uid) WHERE token_hash = ? AND expires_at > ?`,
  );
  const living = query<{ hash: string }>(
    db,
    `SELECT token_hash AS hash FROM sessions
     WHERE token_hash IN (SELECT value FROM json_each(?)) AND expires_at > ?`,
  );
  return {
    accountByEmail: (emailKey: string) => byEmail.get(emailKey),
    session: (tokenHash: string, now: string) => bySession.get(tokenHash, now),
    livingSessions: (tokenHashes: readonly string[], now: string) =>
      new Set(living.all(JSON.stringify(tokenHashes), now).map(({ hash }) => hash)),
  };
}
