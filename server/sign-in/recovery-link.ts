import { emailKey } from '#domain/registration.ts';
import type { Config } from '../config.ts';
import { openBeside } from '../store/beside.ts';
import { makeLink } from './links.ts';

type Settings = Pick<Config, 'databaseUrl' | 'dataDir' | 'publicOrigin' | 'port'>;

/**
 * Makes a link to choose a new password, for whoever runs the server to hand over. It proves nothing of the e-mail,
 * and a passkey that the account requires is still asked for, unless whoever runs the server says otherwise.
 * Out: the link, or undefined where nobody has this address. Throws CannotOpenStore and StoreUnavailable.
 */
export async function recoveryLink(
  { publicOrigin, port, ...place }: Settings,
  email: string,
  { withoutPasskey = false } = {},
): Promise<string | undefined> {
  const store = await openBeside(place);
  try {
    const account = await store.accountByEmail(emailKey(email));
    if (!account) return undefined;
    const origin = () => publicOrigin ?? `http://localhost:${port}`;
    const body = { emailKey: account.emailKey, isByHost: true, withoutPasskey };
    return await makeLink({ store, now: Date.now, origin }, 'recovery', account.uid, body);
  } finally {
    await store.close();
  }
}
