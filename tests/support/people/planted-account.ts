import { afterAll } from 'vitest';
import { calls } from '#domain/protocol/calls.ts';
import type { MailTemplate } from '#server/mail/translation.ts';
import { shareAppWithMail } from '#tests/support/server/app-with-mail.ts';
import { providersAt } from '#tests/support/server/app-with-providers.ts';
import { type Answer, postJson } from '#tests/support/server/http.ts';
import { secretIn } from '#tests/support/server/mail-server.ts';
import {
  KNOWN_PERSON,
  launchMockOpenIdProvider,
  type MockOpenIdProvider,
} from '#tests/support/server/mock-openid-provider.ts';
import { OAuthBrowser } from '#tests/support/server/oauth-browser.ts';
import { type HouseholdOnPhone, newId, PASSWORD, registerHousehold } from './household.ts';
import { addPasskey, makeCodes, signInWith } from './passkey-family.ts';
import type { SoftPasskey } from './soft-passkey.ts';

/** The password that the owner of the address chooses. */
export const CHOSEN = 'en-helt-ny-🚲';

/** The sign-in methods that somebody added to an account. */
export interface Planted {
  url: string;
  attacker: HouseholdOnPhone;
  passkey: SoftPasskey;
}

/** Shares an app with mails and Google, where each test has an account that somebody registered by another person's address. */
export function shareAppWithPlantedAccounts() {
  let google: MockOpenIdProvider | undefined;
  afterAll(() => google?.stop());
  const here = shareAppWithMail(async () => {
    google = await launchMockOpenIdProvider();
    const providers = providersAt({ google: google.url });
    return { change: () => ({ providers }) };
  });
  return async () => {
    const { app, mailTo } = here();
    Object.assign(google ?? {}, { person: { ...KNOWN_PERSON, sub: newId() } });
    const attacker = await registerHousehold(app.url);
    const { email } = attacker.account;
    const mailed = async (name: MailTemplate, count = 1) => secretIn(await mailTo(email, name, count));
    return { app, mailTo, url: app.url, attacker, email, planted: await plant(attacker), mailed };
  };
}

/** Adds a passkey, recovery codes and a connected provider to the account. */
async function plant(attacker: HouseholdOnPhone): Promise<Planted> {
  const { url } = attacker;
  const { passkey } = await addPasskey(attacker);
  await makeCodes(attacker);
  await OAuthBrowser.signedIn(attacker).completeFlow('google', { purpose: 'connect' });
  return { url, attacker, passkey };
}

/** Returns which of the planted ways still open the account. */
export async function opened({ url, attacker, passkey }: Planted) {
  const { account } = attacker;
  const elsewhere = new OAuthBrowser(url);
  await elsewhere.completeFlow('google');
  const logIn = { email: account.email, password: PASSWORD };
  return {
    session: (await attacker.trySync()).status === 200,
    password: (await postJson(url, calls.logIn.path, logIn)).status === 200,
    passkey: (await signInWith(url, passkey)).status === 200,
    provider: (await elsewhere.uid()) === account.uid,
  };
}

export const NOTHING_OPENS = { session: false, password: false, passkey: false, provider: false };
export const ALL_OPENS = { session: true, password: true, passkey: true, provider: true };

/** Sends a link's secret from a browser without a session, or with the cookie of one. */
export function press(
  url: string,
  name: 'verifyEmail' | 'confirmEmail' | 'claimAccount' | 'recover' | 'undoEmailChange',
  message: { token: string; password?: string; keep?: string[]; former?: string },
  cookie?: string,
): Promise<Answer> {
  return postJson(url, calls[name].path, message, cookie === undefined ? {} : { cookie });
}
