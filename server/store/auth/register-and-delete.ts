import type { Profile } from '#domain/documents.ts';
import type { Id } from '#domain/ids.ts';
import {
  lockHouseholds,
  registerHousehold,
  removeEmptyHousehold,
  writeProfile,
} from '../households/make-household.ts';
import type { Credential, Invitation, NewAccount } from '../ports/accounts.ts';
import { type Database, type Queries, sql } from '../shared/queries.ts';
import { endedLinks, forgetLinks } from '../sharing/links.ts';
import { EmailTaken, findAccount, lockAccount, refuseReserved } from './accounts.ts';
import { insertCredential } from './credentials.ts';
import { consumeToken } from './one-time-tokens.ts';
import { leaveDeletionMarks } from './sessions.ts';

const insertAccount = sql(`
  INSERT INTO accounts (uid, household, email, email_key, password_hash, created_at, email_verified_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (email_key) DO NOTHING`);
const removeAccount = sql('DELETE FROM accounts WHERE uid = $1');

type Registration = [
  account: NewAccount,
  profile: Profile,
  credentials?: readonly Credential[],
  invitation?: Invitation,
];

class CredentialTaken extends Error {}
class InvitationUsed extends Error {}

/**
 * The invitation last: a resent form must learn that its e-mail is taken. Throws EmailTaken, CredentialTaken,
 * InvitationUsed.
 */
async function register(
  transaction: Queries,
  ...[account, profile, credentials = [], invitation]: Registration
): Promise<'registered'> {
  const { uid, household, email, emailKey, passwordHash, createdAt, emailVerifiedAt = null } = account;
  await registerHousehold(transaction, household, uid, profile);
  const row = [uid, household, email, emailKey, passwordHash ?? '', createdAt, emailVerifiedAt];
  if ((await transaction.run(insertAccount, ...row)) === 0) throw new EmailTaken();
  await refuseReserved(transaction, uid, emailKey, createdAt);
  for (const credential of credentials)
    if (!(await insertCredential(transaction, credential))) throw new CredentialTaken();
  const isUsed =
    invitation && !(await consumeToken(transaction, 'invitation', invitation.hash, invitation.now));
  if (isUsed) throw new InvitationUsed();
  return 'registered';
}

const KEPT = { visits: [], hashes: [] };

/** After an account left a locked household: removes its profile and unkept links, or an empty household. */
export async function leaveHousehold(
  transaction: Queries,
  household: string,
  uid: string,
  now: string,
  keepLinks = false,
): Promise<void> {
  if (await removeEmptyHousehold(transaction, household)) return;
  const { visits, hashes } = keepLinks ? KEPT : await endedLinks(transaction, household, uid);
  await writeProfile(transaction, household, uid, now, undefined, visits);
  if (hashes.length > 0) await transaction.run(forgetLinks, hashes);
}

/** Repeats if the account moved before the locks were taken. */
async function deleteAccount(database: Database, uid: string, now: string): Promise<void> {
  const found = await findAccount(database, uid);
  if (!found) return;
  const isDone = await database.transaction(uid, async (transaction) => {
    await lockHouseholds(transaction, [found.household]);
    // Waits for a session that is being opened: after the lock it exists, or never will.
    const account = await lockAccount(transaction, uid);
    if (account?.household !== found.household) return account === undefined;
    await leaveDeletionMarks(transaction, uid);
    await transaction.run(removeAccount, uid);
    await leaveHousehold(transaction, account.household, uid, now);
    return true;
  });
  if (!isDone) await deleteAccount(database, uid, now);
}

export function registerAndDeleteCalls(database: Database) {
  return {
    /**
     * Any result but 'registered' writes nothing. 'email-taken' also while an 'undo-email' token may restore
     * the e-mail to another account.
     */
    async register(...given: Registration) {
      try {
        return await database.transaction(given[0].uid, (transaction) => register(transaction, ...given));
      } catch (error) {
        if (error instanceof EmailTaken) return 'email-taken';
        if (error instanceof CredentialTaken) return 'credential-taken';
        if (error instanceof InvitationUsed) return 'invitation-used';
        throw error;
      }
    },
    /**
     * Deletes an emptied household, else removes the profile through the feed. All sessions, ended ones too,
     * become 'account-gone', without the account.
     */
    deleteAccount: (uid: Id, now: string) => deleteAccount(database, uid, now),
  };
}
