import { randomBytes } from 'node:crypto';
import { makeId } from '#domain/ids.ts';
import type { Account } from '#domain/protocol/calls.ts';
import type { SignUpDetails } from '#domain/protocol/providers.ts';
import { emailKey, initialProfile } from '#domain/protocol/registration.ts';
import { isoTime } from '#domain/time.ts';
import type { Invitation } from '../../store/ports/store.ts';
import type { AuthContext } from '../core/auth-context.ts';
import { identityCredential } from './linked-identities.ts';
import type { PendingSignUpRecord } from './pending-sign-ups.ts';

/**
 * Creates account, household and profile without a password, and connects the provider, in one transaction. `details` are
 * the names and e-mail to use here. Returns the account, or what is taken.
 */
export async function createAccount(
  { store, now }: Pick<AuthContext, 'store' | 'now'>,
  signUp: PendingSignUpRecord,
  details: SignUpDetails,
  invitation: Invitation | undefined,
): Promise<Account | 'email-taken' | 'credential-taken' | 'invitation-used'> {
  const account = { uid: makeId(randomBytes(16)), household: makeId(randomBytes(16)), email: details.email };
  const createdAt = isoTime(now());
  const stored = {
    ...account,
    emailKey: emailKey(details.email),
    passwordHash: null,
    createdAt,
    ...(isEmailVerified(signUp, details.email) && { emailVerifiedAt: createdAt }),
  };
  const { language } = signUp;
  const profile = initialProfile({ ...details, ...(language && { language }) }, createdAt);
  const credentials = [identityCredential(signUp, account.uid, createdAt)];
  const result = await store.register(stored, profile, credentials, invitation);
  return result === 'registered' ? account : result;
}

/** True if the provider verified the chosen e-mail. */
export function isEmailVerified({ email, isVerified }: PendingSignUpRecord, chosen: string): boolean {
  return isVerified && email !== undefined && emailKey(email) === emailKey(chosen);
}
