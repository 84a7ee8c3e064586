import type { Id } from '#domain/ids.ts';
import { CallError } from '../../http/call-error.ts';
import type { SignInMethods, Store } from '../../store/ports/store.ts';

/**
 * True if a provider sign-in counts as re-authentication: only if the account has neither a password nor a passkey,
 * because a provider may let the person through without asking for anything.
 */
export async function isReauthenticatedByProvider(store: Store, uid: Id): Promise<boolean> {
  const reads = [store.accountByUid(uid), store.credentialsOf(uid, 'passkey')] as const;
  const [account, passkeys] = await Promise.all(reads);
  return account?.passwordHash === null && account.passkeyRequiredAt === null && passkeys.length === 0;
}

/** Throws 'last-sign-in-method' if no password, passkey or provider would be left; recovery by mail does not count as one. */
export function requireSignInMethodLeft({ passwordHash, passkeys, providers }: SignInMethods): void {
  if (passwordHash === null && passkeys + providers === 0) throw new CallError('last-sign-in-method');
}
