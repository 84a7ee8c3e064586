import { emailKey } from '#domain/protocol/registration.ts';
import type { Config } from '../../config/config.ts';
import { openBeside } from '../../store/cli-store.ts';
import { makeLink } from './links.ts';

type Settings = Pick<Config, 'databaseUrl' | 'dataDir' | 'publicOrigin' | 'port'>;

/** A link, and what of the account ends where it is used. */
export interface MadeLink {
  link: string;
  /** The address was never confirmed, so who added these may be somebody else; a passkey that is still asked for stays. */
  ends: 'nothing' | 'services' | 'services-passkeys-codes';
}

/**
 * Makes a link to choose a new password, for whoever runs the server to hand over. It proves nothing of the e-mail,
 * and a passkey that the account requires is still asked for, unless whoever runs the server says otherwise.
 * Out: undefined where nobody has this address. Throws CannotOpenStore and StoreUnavailable.
 */
export async function recoveryLink(
  { publicOrigin, port, ...place }: Settings,
  email: string,
  { withoutPasskey = false } = {},
): Promise<MadeLink | undefined> {
  const store = await openBeside(place);
  try {
    const account = await store.accountByEmail(emailKey(email));
    if (!account) return undefined;
    const origin = () => publicOrigin ?? `http://localhost:${port}`;
    const body = { emailKey: account.emailKey, isByHost: true, withoutPasskey };
    const link = await makeLink({ store, now: Date.now, origin }, 'recovery', account.uid, body);
    const stillAsks = account.passkeyRequiredAt !== null && !withoutPasskey;
    const ends = stillAsks ? 'services' : 'services-passkeys-codes';
    return { link, ends: account.emailVerifiedAt === null ? ends : 'nothing' };
  } finally {
    await store.close();
  }
}
