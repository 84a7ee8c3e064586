import type { DatabaseSync } from 'node:sqlite';
import type { Profile } from '#domain/documents.ts';
import { profilePath } from '#domain/paths.ts';
import type { Invitation, NewAccount, StoredAccount, VerifiedEmail } from '../../ports/accounts.ts';
import type { Credential } from '../../ports/credentials.ts';
import { endLinksBy } from '../../visit-links.ts';
import { query, write } from '../connection/connection.ts';
import { linkedVisitReader, linkWriter } from '../household/links.ts';
import { profileWriter } from '../household/profile-writer.ts';
import { householdRemover } from '../household/purge-removed.ts';
import { documentWriter } from '../household/save.ts';
import { credentialInserter } from './credentials.ts';
import { deletionMarker } from './ended-sessions.ts';
import { oneTimeTokenWriter } from './one-time-tokens.ts';

/** Prepares the calls that change accounts. */
export function accountWriter(db: DatabaseSync) {
  const setPassword = write(
    db,
    'UPDATE accounts SET password_hash = ?2 WHERE uid = ?1 AND (?3 IS NULL OR password_hash = ?3)',
  );
  const verifyEmail = write(
    db,
    `UPDATE accounts SET email_verified_at = coalesce(email_verified_at, ?) WHERE uid = ? AND email_key = ?`,
  );
  const requirePasskey = write(
    db,
    `UPDATE accounts SET passkey_required_at = ?2 WHERE uid = ?1
       AND (?2 IS NULL OR EXISTS (SELECT 1 FROM credentials WHERE uid = ?1 AND kind = 'passkey'))`,
  );
  return {
    register: registrar(db),
    deleteAccount: accountRemover(db),
    setPassword: (uid: string, passwordHash: string | null, former: string | null = null) =>
      setPassword(uid, passwordHash ?? '', former) > 0,
    verifyEmail: (uid: string, emailKey: string, verifiedAt: string) =>
      void verifyEmail(verifiedAt, uid, emailKey),
    requirePasskey: (uid: string, since: string | null) => requirePasskey(uid, since) > 0,
  };
}

/** Prepares the question if an undone change may still restore an e-mail to an account other than this one. */
function reservationReader(db: DatabaseSync) {
  const found = query(
    db,
    `SELECT 1 FROM tickets WHERE kind = 'undo-email' AND body ->> '$.emailKey' = ? AND uid <> ? AND expires_at > ?`,
  );
  return (emailKey: string, uid: string, now: string) => found.get(emailKey, uid, now) !== undefined;
}

/** Prepares the change of an account's e-mail. */
export function emailSetter(db: DatabaseSync) {
  const isReserved = reservationReader(db);
  const owner = query<{ uid: string }>(db, 'SELECT uid FROM accounts WHERE email_key = ?');
  const set = write(
    db,
    'UPDATE accounts SET email = ?, email_key = ?, email_verified_at = ? WHERE uid = ? AND household = ?',
  );
  return (household: string, uid: string, { email, emailKey, verifiedAt }: VerifiedEmail, now: string) => {
    const other = owner.get(emailKey);
    if ((other && other.uid !== uid) || isReserved(emailKey, uid, now)) return 'email-taken';
    return set(email, emailKey, verifiedAt, uid, household) > 0 ? 'set' : 'elsewhere';
  };
}

function registrar(db: DatabaseSync) {
  const taken = query(db, 'SELECT 1 FROM accounts WHERE email_key = ?');
  const isReserved = reservationReader(db);
  const credentialTaken = query(db, 'SELECT 1 FROM credentials WHERE kind = ? AND key = ?');
  const insertHousehold = query<{ number: number }>(
    db,
    `INSERT INTO households (id, version, number)
     VALUES (?, 1, (SELECT coalesce(max(number), 0) + 1 FROM households)) RETURNING number`,
  );
  const insertAccount = write(
    db,
    `INSERT INTO accounts (uid, household, email, email_key, password_hash, created_at, email_verified_at)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  const insertCredential = credentialInserter(db);
  const { consumeOneTimeToken } = oneTimeTokenWriter(db);
  const writeDocument = documentWriter(db);
  return (
    account: NewAccount,
    profile: Profile,
    credentials: readonly Credential[] = [],
    invitation?: Invitation,
  ) => {
    const { uid, household, email, emailKey, passwordHash, createdAt, emailVerifiedAt } = account;
    if (taken.get(emailKey) || isReserved(emailKey, uid, createdAt)) return 'email-taken';
    if (credentials.some(({ kind, key }) => credentialTaken.get(kind, key))) return 'credential-taken';
    if (invitation && !consumeOneTimeToken('invitation', invitation.hash, invitation.now))
      return 'invitation-used';
    const { number } = insertHousehold.get(household) ?? { number: 0 };
    insertAccount(uid, household, email, emailKey, passwordHash ?? '', createdAt, emailVerifiedAt ?? null);
    for (const credential of credentials) insertCredential(credential);
    writeDocument(number, profilePath(uid), 1, profile);
    return 'registered';
  };
}

function accountRemover(db: DatabaseSync) {
  const household = query<{ household: string }>(db, 'SELECT household FROM accounts WHERE uid = ?');
  const leaveMarks = deletionMarker(db);
  const removeAccount = write(db, 'DELETE FROM accounts WHERE uid = ?');
  const leave = householdLeaver(db);
  return (uid: string, now: string) => {
    const found = household.get(uid);
    if (!found) return;
    leaveMarks(uid);
    removeAccount(uid);
    leave(found.household, uid, now);
  };
}

/**
 * Prepares what follows when an account is gone from a household: its profile goes too, and the links that it made unless they
 * are kept; or with nobody left all of it.
 */
export function householdLeaver(
  db: DatabaseSync,
): (household: string, uid: string, now: string, keepLinks?: boolean) => void {
  const remaining = query(db, 'SELECT 1 FROM accounts WHERE household = ?');
  const removeHousehold = householdRemover(db);
  const writeProfile = profileWriter(db);
  const linkedVisits = linkedVisitReader(db);
  const { forgetLinks } = linkWriter(db);
  return (household, uid, now, keepLinks = false) => {
    if (!remaining.get(household)) return removeHousehold(household);
    const { visits, hashes } = endLinksBy(uid, keepLinks ? [] : linkedVisits(household));
    writeProfile(household, uid, now, undefined, visits);
    forgetLinks(hashes);
  };
}

const ACCOUNT = `SELECT uid, household, email, email_key AS emailKey, nullif(password_hash, '') AS passwordHash,
  email_verified_at AS emailVerifiedAt, passkey_required_at AS passkeyRequiredAt FROM accounts`;

/** Prepares the calls that find accounts. */
export function accountReader(db: DatabaseSync) {
  const byEmail = query<StoredAccount>(db, `${ACCOUNT} WHERE email_key = ?`);
  const byUid = query<StoredAccount>(db, `${ACCOUNT} WHERE uid = ?`);
  return {
    accountByEmail: (emailKey: string) => byEmail.get(emailKey),
    accountByUid: (uid: string) => byUid.get(uid),
  };
}
