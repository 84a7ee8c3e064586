import type { Id } from '#domain/ids.ts';
import { CallError } from '../../http/call-error.ts';
import type { SignInMethods, Store } from '../../store/ports/store.ts';

/** Only without password and passkey, since a provider may ask the person for nothing. */
export async function isReauthenticatedByProvider(store: Store, uid: Id): Promise<boolean> {
  const reads = [store.accountByUid(uid), store.credentialsOf(uid, 'passkey')] as const;
  const [account, passkeys] = await Promise.all(reads);
  return account?.passwordHash === null && account.passkeyRequiredAt === null && passkeys.length === 0;
}

/** Throws 'last-sign-in-method'; recovery by mail counts as none. */
export function requireSignInMethodLeft({ passwordHash, passkeys, providers }: SignInMethods): void {
  if (passwordHash === null && passkeys + providers === 0) throw new CallError('last-sign-in-method');
}
