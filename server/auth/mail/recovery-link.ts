import type { Config } from '../../config/config.ts';
import { emailKey } from '../../email-key.ts';
import { withAdminStore } from '../../store/admin/open.ts';
import { createOneTimeLink } from './one-time-links.ts';

/** For the operator to hand over. Throws CannotOpenStore and StoreUnavailable. */
export function createInvitationLink({ publicOrigin, port, ...place }: Config): Promise<string> {
  const origin = () => publicOrigin ?? `http://localhost:${port}`;
  return withAdminStore(place, (store) =>
    createOneTimeLink({ store, now: Date.now, origin }, 'invitation', null, {}),
  );
}

export interface RecoveryLink {
  link: string;
  /**
   * Credentials that end besides the password: somebody else may have added them to an unverified address.
   */
  ends: 'nothing' | 'services' | 'services-passkeys-codes';
}

/**
 * For the operator to hand over. Verifies no e-mail; skips a required passkey only if `withoutPasskey`.
 * Throws CannotOpenStore and StoreUnavailable.
 */
export function createRecoveryLink(
  { publicOrigin, port, ...place }: Config,
  email: string,
  { withoutPasskey = false } = {},
): Promise<RecoveryLink | undefined> {
  const origin = () => publicOrigin ?? `http://localhost:${port}`;
  return withAdminStore(place, async (store) => {
    const account = await store.accountByEmail(emailKey(email));
    if (!account) return undefined;
    const body = { emailKey: account.emailKey, isByHost: true, withoutPasskey };
    const link = await createOneTimeLink({ store, now: Date.now, origin }, 'recovery', account.uid, body);
    const keepsPasskey = account.passkeyRequiredAt !== null && !withoutPasskey;
    const ends = keepsPasskey ? 'services' : 'services-passkeys-codes';
    return { link, ends: account.emailVerifiedAt === null ? ends : 'nothing' };
  });
}
