import { expect, test } from 'vitest';
import { calls } from '#domain/protocol/calls.ts';
import type { Store } from '#server/store/ports/store.ts';
import { type HouseholdOnPhone, PASSWORD, registerHousehold } from '#tests/support/people/household.ts';
import {
  addPasskey,
  bodyOf,
  type CreationReply,
  makeCodes,
  postCall,
  requestSignInOptions,
  signInWith,
} from '#tests/support/people/passkey-family.ts';
import { CHOSEN, press } from '#tests/support/people/planted-account.ts';
import { SoftPasskey } from '#tests/support/people/soft-passkey.ts';
import { startWithPausedCall } from '#tests/support/server/app-with-paused-call.ts';
import { startAppWithProviders } from '#tests/support/server/app-with-providers.ts';
import { codeOf, postJson } from '#tests/support/server/http.ts';
import { startMockOpenIdProvider } from '#tests/support/server/mock-openid-provider.ts';
import { OAuthBrowser } from '#tests/support/server/oauth-browser.ts';
import { createOneTimeLink } from '../mail/one-time-links.ts';

/** Verifies the address of an account by a new password, as its owner does. */
async function claim({ url, account }: HouseholdOnPhone, store: Store) {
  const at = { store, now: Date.now, origin: () => url };
  const link = await createOneTimeLink(at, 'verify-email', account.uid, { emailKey: account.email });
  return press(url, 'claimAccount', { token: new URL(link).hash.slice(1), password: CHOSEN });
}

test.each(['passkey', 'password'] as const)(
  'a sign-in by %s in progress is refused if the owner of the address verifies it meanwhile',
  async (method) => {
    const { url, store, before } = await startWithPausedCall('openSession');
    const attacker = await registerHousehold(url);
    const { passkey } = await addPasskey(attacker);
    const browser = await requestSignInOptions(url);
    const { email, uid } = attacker.account;
    const answer = await before(
      () =>
        method === 'passkey'
          ? postCall(browser, 'signInWithPasskey', { response: passkey.use(browser.options) })
          : postJson(url, calls.logIn.path, { email, password: PASSWORD }),
      () => claim(attacker, store),
    );
    expect(answer.status).toBe(401);
    expect(await store.sessionsOf(uid, '')).toHaveLength(1);
  },
);

test.each(['addCredential', 'replaceCredentials', 'requirePasskey'] as const)(
  'what a session was adding is refused if the owner of the address verifies it meanwhile: %s',
  async (name) => {
    const { url, store, before } = await startWithPausedCall(name);
    const attacker = await registerHousehold(url);
    const passkey = new SoftPasskey(url);
    if (name === 'requirePasskey') {
      await addPasskey(attacker, passkey);
      await makeCodes(attacker);
    }
    const { options } = bodyOf<CreationReply>(await postCall(attacker, 'passkeyOptions'));
    const adding = {
      addCredential: () => postCall(attacker, 'addPasskey', { response: passkey.make(options) }),
      replaceCredentials: () => postCall(attacker, 'renewRecoveryCodes'),
      requirePasskey: () => postCall(attacker, 'requirePasskey', { required: true }),
    };
    const answer = await before(adding[name], () => claim(attacker, store));
    expect(codeOf(answer)).toBe(name === 'requirePasskey' ? 'passkey-needed' : 'not-signed-in');
    const { uid } = attacker.account;
    for (const kind of ['passkey', 'recovery-code'] as const)
      expect(await store.credentialsOf(uid, kind)).toEqual([]);
    expect((await store.accountByUid(uid))?.passkeyRequiredAt).toBeNull();
    expect((await signInWith(url, passkey)).status).toBe(401);
  },
);

test.each([
  ['openSession', 'sign-in'],
  ['addCredential', 'connect'],
] as const)(
  'a provider is of no use if the owner of the address verifies it meanwhile: %s',
  async (name, purpose) => {
    const google = await startMockOpenIdProvider();
    const { url, store, before } = await startWithPausedCall(name, (options) =>
      startAppWithProviders({ google: google.url }, options),
    );
    const attacker = await registerHousehold(url);
    const browser = new OAuthBrowser(url);
    browser.cookies.set('framme', attacker.cookie.split('=')[1] ?? '');
    if (purpose === 'sign-in') await browser.completeFlow('google', { purpose: 'connect' });
    const place = await before(
      () => browser.completeFlow('google', { purpose }),
      () => claim(attacker, store),
    );
    expect(place).toMatch(/outcome=expired/);
    expect(await store.credentialsOf(attacker.account.uid, 'provider')).toEqual([]);
    expect(await store.sessionsOf(attacker.account.uid, '')).toHaveLength(1);
  },
);

test('of concurrent claims by one link, one succeeds', async () => {
  const { url, store } = await startWithPausedCall('openSession');
  const { account } = await registerHousehold(url);
  const at = { store, now: Date.now, origin: () => url };
  const link = await createOneTimeLink(at, 'verify-email', account.uid, { emailKey: account.email });
  const token = new URL(link).hash.slice(1);
  const uses = [1, 2, 3].map((number) =>
    press(url, 'claimAccount', { token, password: `lösenord nummer ${number}` }),
  );
  const answers = (await Promise.all(uses)).map((answer) => codeOf(answer) ?? answer.status);
  expect(answers.toSorted()).toEqual([200, 'link-expired', 'link-expired']);
});
