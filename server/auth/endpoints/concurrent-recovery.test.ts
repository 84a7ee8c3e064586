import { expect, test } from 'vitest';
import { calls } from '#domain/protocol/calls.ts';
import type { Store } from '#server/store/ports/store.ts';
import { type HouseholdOnPhone, registerHousehold } from '#tests/support/people/household.ts';
import {
  addPasskey,
  bodyOf,
  type CreationReply,
  passFirstFactor,
  postCall,
  requestSignInOptions,
  signInWith,
  strictFamily,
} from '#tests/support/people/passkey-family.ts';
import { SoftPasskey } from '#tests/support/people/soft-passkey.ts';
import { startWithPausedCall } from '#tests/support/server/app-with-paused-call.ts';
import { startAppWithProviders } from '#tests/support/server/app-with-providers.ts';
import { codeOf, postJson } from '#tests/support/server/http.ts';
import { startMockOpenIdProvider } from '#tests/support/server/mock-openid-provider.ts';
import { OAuthBrowser } from '#tests/support/server/oauth-browser.ts';
import { createOneTimeLink } from '../mail/one-time-links.ts';

const ANOTHER = 'korrekt häst batteri';

/** Recovers a pre-hijacked account as the owner of the address. */
async function recover({ url, account }: HouseholdOnPhone, store: Store, withoutPasskey = false) {
  const body = { emailKey: account.email, isByHost: false, withoutPasskey };
  const link = await createOneTimeLink(
    { store, now: Date.now, origin: () => url },
    'recovery',
    account.uid,
    body,
  );
  return postJson(url, calls.recover.path, { token: link.split('#')[1], password: ANOTHER });
}

test('a passkey sign-in is refused if the owner of the address recovers the account meanwhile', async () => {
  const { url, store, before } = await startWithPausedCall('openSession');
  const squatter = await registerHousehold(url);
  const { passkey } = await addPasskey(squatter);
  const browser = await requestSignInOptions(url);
  const answer = await before(
    () => postCall(browser, 'signInWithPasskey', { response: passkey.use(browser.options) }),
    () => recover(squatter, store),
  );
  expect([answer.status, codeOf(answer)]).toEqual([401, 'passkey-refused']);
  expect(await store.sessionsOf(squatter.account.uid, '')).toHaveLength(1);
});

test('a second factor by recovery code is refused if the owner of the address recovers the account meanwhile', async () => {
  const { url, store, before } = await startWithPausedCall('openSession');
  const { family, codes } = await strictFamily(url);
  const { cookie } = await passFirstFactor(family);
  const answer = await before(
    () => postCall({ url, cookie }, 'secondFactorByCode', { code: codes[0] }),
    () => recover(family, store, true),
  );
  expect([answer.status, codeOf(answer)]).toEqual([401, 'second-factor-over']);
  expect(await store.sessionsOf(family.account.uid, '')).toHaveLength(1);
});

test('a second factor by recovery code is refused if the parent chooses a new password meanwhile', async () => {
  const { url, before } = await startWithPausedCall('openSession');
  const { family, codes } = await strictFamily(url);
  const { cookie } = await passFirstFactor(family);
  const answer = await before(
    () => postCall({ url, cookie }, 'secondFactorByCode', { code: codes[0] }),
    () => postCall(family, 'changePassword', { password: ANOTHER }),
  );
  expect([answer.status, codeOf(answer)]).toEqual([401, 'second-factor-over']);
});

/** Starts an app where somebody registered another person's address and is about to connect a provider. */
async function withService(name: keyof Store) {
  const google = await startMockOpenIdProvider();
  const holding = await startWithPausedCall(name, (options) =>
    startAppWithProviders({ google: google.url }, options),
  );
  const squatter = await registerHousehold(holding.url);
  const browser = new OAuthBrowser(holding.url);
  browser.cookies.set('framme', squatter.cookie.split('=')[1] ?? '');
  return { ...holding, squatter, browser };
}

test('a provider sign-in is refused if the owner of the address recovers the account meanwhile', async () => {
  const { url, store, before, squatter, browser } = await withService('openSession');
  await browser.completeFlow('google', { purpose: 'connect' });
  const elsewhere = new OAuthBrowser(url);
  const place = await before(
    () => elsewhere.completeFlow('google'),
    () => recover(squatter, store),
  );
  expect(place).toMatch(/outcome=expired/);
  expect(await elsewhere.whoAmI()).toBeNull();
  expect(await store.sessionsOf(squatter.account.uid, '')).toHaveLength(1);
});

test('a provider is not connected if the owner of the address recovers the account meanwhile', async () => {
  const { url, store, before, squatter, browser } = await withService('addCredential');
  const place = await before(
    () => browser.completeFlow('google', { purpose: 'connect' }),
    () => recover(squatter, store),
  );
  expect(place).toMatch(/outcome=expired/);
  expect(await store.credentialsOf(squatter.account.uid, 'provider')).toEqual([]);
  const elsewhere = new OAuthBrowser(url);
  await elsewhere.completeFlow('google');
  expect(await elsewhere.uid()).not.toBe(squatter.account.uid);
});

test.each(['addCredential', 'replaceCredentials'] as const)(
  'a passkey or recovery codes are not stored if the owner of the address recovers the account meanwhile: %s',
  async (name) => {
    const { url, store, before } = await startWithPausedCall(name);
    const squatter = await registerHousehold(url);
    const passkey = new SoftPasskey(url);
    const { options } = bodyOf<CreationReply>(await postCall(squatter, 'passkeyOptions'));
    const answer = await before(
      () =>
        name === 'addCredential'
          ? postCall(squatter, 'addPasskey', { response: passkey.make(options) })
          : postCall(squatter, 'renewRecoveryCodes'),
      () => recover(squatter, store),
    );
    expect([answer.status, codeOf(answer)]).toEqual([401, 'not-signed-in']);
    for (const kind of ['passkey', 'recovery-code'] as const)
      expect(await store.credentialsOf(squatter.account.uid, kind)).toEqual([]);
    expect((await signInWith(url, passkey)).status).toBe(401);
  },
);
