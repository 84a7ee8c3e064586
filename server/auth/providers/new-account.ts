import { randomBytes } from 'node:crypto';
import { makeId } from '#domain/ids.ts';
import type { Account } from '#domain/protocol/calls.ts';
import type { Newcomer } from '#domain/protocol/provider-calls.ts';
import { emailKey, firstProfile } from '#domain/protocol/registration.ts';
import { isoTime } from '#domain/time.ts';
import type { AuthContext } from '../auth-context.ts';
import { identityCredential } from './linked-identities.ts';
import type { Stranger } from './pending-sign-ups.ts';

/**
 * Creates account, household and profile without a password, and connects the provider, in one transaction.
 * In: whom the provider sent, and what they are called here. Out: the account, or who was first.
 */
export async function createAccount(
  { store, now }: Pick<AuthContext, 'store' | 'now'>,
  stranger: Stranger,
  newcomer: Newcomer,
): Promise<Account | 'email-taken' | 'credential-taken'> {
  const account = { uid: makeId(randomBytes(16)), household: makeId(randomBytes(16)), email: newcomer.email };
  const createdAt = isoTime(now());
  const stored = {
    ...account,
    emailKey: emailKey(newcomer.email),
    passwordHash: null,
    createdAt,
    ...(vouchesFor(stranger, newcomer.email) && { emailVerifiedAt: createdAt }),
  };
  const { language } = stranger;
  const profile = firstProfile({ ...newcomer, ...(language && { language }) }, createdAt);
  const result = await store.register(stored, profile, [
    identityCredential(stranger, account.uid, createdAt),
  ]);
  return result === 'registered' ? account : result;
}

/** Whether the provider vouches for an e-mail that was chosen here. */
export function vouchesFor({ email, isVerified }: Stranger, chosen: string): boolean {
  return isVerified && email !== undefined && emailKey(email) === emailKey(chosen);
}
