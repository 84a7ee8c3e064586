import type { Config } from '../../config/config.ts';
import { emailKey } from '../../email-key.ts';
import { withHostStore } from '../../store/hosting/open.ts';
import { createOneTimeLink } from './one-time-links.ts';

type Settings = Pick<Config, 'databaseUrl' | 'dataDir' | 'publicOrigin' | 'port'>;

/** Creates a link by which one account can be opened, for the host to hand over. Throws CannotOpenStore and StoreUnavailable. */
export function createInvitationLink({ publicOrigin, port, ...place }: Settings): Promise<string> {
  const origin = () => publicOrigin ?? `http://localhost:${port}`;
  return withHostStore(place, (store) =>
    createOneTimeLink({ store, now: Date.now, origin }, 'invitation', null, {}),
  );
}

/** A recovery link, and the credentials that using it removes besides the password. */
export interface RecoveryLink {
  link: string;
  /** Removed because the address was never verified, so somebody else may have added them; a required passkey stays. */
  ends: 'nothing' | 'services' | 'services-passkeys-codes';
}

/**
 * Creates a link to choose a new password, for the host to hand over. It does not verify the e-mail, and a required
 * passkey is still asked for unless `withoutPasskey` is set. Returns undefined if no account has the address. Throws
 * CannotOpenStore and StoreUnavailable.
 */
export function createRecoveryLink(
  { publicOrigin, port, ...place }: Settings,
  email: string,
  { withoutPasskey = false } = {},
): Promise<RecoveryLink | undefined> {
  const origin = () => publicOrigin ?? `http://localhost:${port}`;
  return withHostStore(place, async (store) => {
    const account = await store.accountByEmail(emailKey(email));
    if (!account) return undefined;
    const body = { emailKey: account.emailKey, isByHost: true, withoutPasskey };
    const link = await createOneTimeLink({ store, now: Date.now, origin }, 'recovery', account.uid, body);
    const keepsPasskey = account.passkeyRequiredAt !== null && !withoutPasskey;
    const ends = keepsPasskey ? 'services' : 'services-passkeys-codes';
    return { link, ends: account.emailVerifiedAt === null ? ends : 'nothing' };
  });
}
