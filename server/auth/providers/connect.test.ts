import { expect, test } from 'vitest';
import { type HouseholdOnPhone, PASSWORD, registerHousehold } from '#tests/support/people/household.ts';
import { addPasskey, postCall, strictFamily } from '#tests/support/people/passkey-family.ts';
import type { AppUnderTest } from '#tests/support/server/app.ts';
import { startAppWithProviders, startWithGoogle } from '#tests/support/server/app-with-providers.ts';
import { codeOf } from '#tests/support/server/http.ts';
import {
  KNOWN_PERSON,
  type MockOpenIdProvider,
  startMockOpenIdProvider,
} from '#tests/support/server/mock-openid-provider.ts';
import { OAuthBrowser } from '#tests/support/server/oauth-browser.ts';

const ACCOUNT = '/profile/account?provider=google&outcome=';
const DISCONNECT = '/api/providers/disconnect';
const ELEVEN_MINUTES = 11 * 60_000;

/** Starts an app with a parent who registered with a password and is signed in. */
async function start() {
  const google = await startMockOpenIdProvider();
  const oidc = await startMockOpenIdProvider();
  oidc.person = { ...KNOWN_PERSON, sub: 'at-school' };
  const app = await startAppWithProviders({ google: google.url, oidc: oidc.url });
  const { account, cookie } = await registerHousehold(app.url);
  return { google, oidc, app, account, browser: OAuthBrowser.signedIn({ url: app.url, cookie }) };
}

const connect = (browser: OAuthBrowser) => browser.completeFlow('google', { purpose: 'connect' });
const signInMethods = async (browser: OAuthBrowser) =>
  (await browser.request(`${browser.url}/api/sign-in-methods`)).body;
const connected = (...providers: string[]) =>
  providers.map((provider) => ({ provider, since: expect.stringMatching(/^20/) }));

test('connecting and re-authenticating need a session', async () => {
  const { app } = await start();
  for (const purpose of ['connect', 'reauthenticate'] as const)
    expect(await new OAuthBrowser(app.url).startFlow('google', { purpose })).toMatchObject({
      body: { error: { code: 'not-signed-in' } },
    });
});

test('a parent can connect a provider, sign in with it, and disconnect it', async () => {
  const { app, account, browser } = await start();
  expect(await connect(browser)).toBe(`${ACCOUNT}connected`);
  expect(await signInMethods(browser)).toEqual({ hasPassword: true, providers: connected('google') });
  const elsewhere = new OAuthBrowser(app.url);
  expect(await elsewhere.completeFlow('google')).toBe('/signed-in');
  expect(await elsewhere.uid()).toBe(account.uid);
  expect(await connect(browser)).toBe(`${ACCOUNT}connected`);
  expect((await browser.post(DISCONNECT, { provider: 'google' })).status).toBe(200);
  expect(await signInMethods(browser)).toEqual({ hasPassword: true, providers: [] });
  expect((await browser.post(DISCONNECT, { provider: 'google' })).status).toBe(200);
});

test('another family can neither take over nor disconnect a connected provider', async () => {
  const { app, account, browser } = await start();
  await connect(browser);
  const bo = OAuthBrowser.signedIn(await registerHousehold(app.url, 'Nguyen'));
  expect(await connect(bo)).toBe(`${ACCOUNT}already-used`);
  expect(await signInMethods(bo)).toEqual({ hasPassword: true, providers: [] });
  await bo.post(DISCONNECT, { provider: 'google' });
  expect(await signInMethods(browser)).toEqual({ hasPassword: true, providers: connected('google') });
  expect(await browser.uid()).toBe(account.uid);
});

test('connecting and disconnecting need re-authentication, by a provider only as the same person', async () => {
  const { app, google, account, browser } = await start();
  await connect(browser);
  await browser.completeFlow('oidc', { purpose: 'connect' });
  await app.store.setPassword(account.uid, null);
  app.clock.ahead = ELEVEN_MINUTES;
  const late = { status: 403, body: { error: { code: 'reauthentication-needed' } } };
  expect(await browser.startFlow('google', { purpose: 'connect' })).toMatchObject(late);
  expect(await browser.post(DISCONNECT, { provider: 'google' })).toMatchObject(late);
  google.person = { ...KNOWN_PERSON, sub: 'somebody-else' };
  expect(await browser.completeFlow('google', { purpose: 'reauthenticate' })).toBe(`${ACCOUNT}someone-else`);
  expect(await browser.post(DISCONNECT, { provider: 'google' })).toMatchObject(late);
  google.person = { ...KNOWN_PERSON };
  expect(await browser.completeFlow('google', { purpose: 'reauthenticate' })).toBe(
    `${ACCOUNT}reauthenticated`,
  );
  expect(google.authorizationRequests.at(-1)?.searchParams.get('prompt')).toBe('select_account');
  expect((await browser.post(DISCONNECT, { provider: 'google' })).status).toBe(200);
});

test('a flow to connect a provider ends with the session that started it', async () => {
  const { app, browser } = await start();
  const back = await browser.authorize('google', { purpose: 'connect' });
  const other = OAuthBrowser.signedIn(await registerHousehold(app.url, 'Nguyen'));
  browser.cookies.set('framme', other.cookies.get('framme') ?? '');
  expect((await browser.request(back)).location).toBe(`${ACCOUNT}expired`);
  expect(await signInMethods(other)).toEqual({ hasPassword: true, providers: [] });
});

test('the last sign-in method cannot be removed: no password, no passkey, no other provider', async () => {
  const { oidc, app } = await start();
  const browser = new OAuthBrowser(app.url);
  await browser.completeFlow('google');
  const last = { status: 409, body: { error: { code: 'last-sign-in-method' } } };
  expect(await browser.post(DISCONNECT, { provider: 'google' })).toMatchObject(last);
  expect(await signInMethods(browser)).toEqual({ hasPassword: false, providers: connected('google') });
  expect(await browser.post(DISCONNECT, { provider: 'oidc' })).toMatchObject({ status: 200 });
  await browser.completeFlow('oidc', { purpose: 'connect' });
  expect(oidc.authorizationRequests[0]?.searchParams.get('prompt')).toBeNull();
  const both = await Promise.all(
    (['google', 'oidc'] as const).map((provider) => browser.post(DISCONNECT, { provider })),
  );
  expect(both.map(({ status }) => status)).toContain(409);
  expect((await signInMethods(browser)) as { providers: unknown[] }).not.toMatchObject({ providers: [] });
  expect((await browser.post('/api/change-password', { password: PASSWORD })).status).toBe(200);
  for (const provider of ['google', 'oidc'] as const) await browser.post(DISCONNECT, { provider });
  expect(await signInMethods(browser)).toEqual({ hasPassword: true, providers: [] });
});

test('connecting verifies the e-mail of the account if the provider verified the same one', async () => {
  const { app, google, account, browser } = await start();
  const verifiedAt = async () => (await app.store.accountByUid(account.uid))?.emailVerifiedAt;
  await connect(browser);
  expect(await verifiedAt()).toBeNull();
  google.person = { ...KNOWN_PERSON, email: account.email, email_verified: false };
  await connect(browser);
  expect(await verifiedAt()).toBeNull();
  google.person = { ...KNOWN_PERSON, email: account.email.toUpperCase() };
  await connect(browser);
  expect(await verifiedAt()).toMatch(/^20/);
});

const outcome = (said: string, provider = 'google') =>
  `/profile/account?provider=${provider}&outcome=${said}`;
const reauthenticate = (browser: OAuthBrowser) =>
  browser.completeFlow('google', { purpose: 'reauthenticate' });

/** A browser of a family with a connected provider, eleven minutes after its sign-in. */
async function connectedLate(app: AppUnderTest, family: HouseholdOnPhone) {
  const browser = OAuthBrowser.signedIn(family);
  await browser.completeFlow('google', { purpose: 'connect' });
  app.clock.ahead += ELEVEN_MINUTES;
  return browser;
}

test('a provider does not re-authenticate an account with a password, so it cannot change the password', async () => {
  const { app } = await startWithGoogle();
  const family = await registerHousehold(app.url);
  const browser = await connectedLate(app, family);
  expect(await reauthenticate(browser)).toBe(outcome('refused'));
  const change = await browser.post('/api/change-password', { password: 'a stranger chose this' });
  expect(change).toMatchObject({ status: 403, body: { error: { code: 'reauthentication-needed' } } });
  await browser.post('/api/reauthenticate', { password: PASSWORD });
  expect((await browser.post('/api/change-password', { password: 'the owner chose this' })).status).toBe(200);
});

test('a provider cannot turn off the passkey that an account requires', async () => {
  const { app } = await startWithGoogle();
  const { family } = await strictFamily(app.url);
  const browser = await connectedLate(app, family);
  await app.store.setPassword(family.account.uid, null);
  expect(await reauthenticate(browser)).toBe(outcome('refused'));
  expect(codeOf(await postCall(family, 'requirePasskey', { required: false }))).toBe(
    'reauthentication-needed',
  );
});

test('a provider does not re-authenticate an account with a passkey, not even one added during the flow', async () => {
  const { app } = await startWithGoogle();
  const family = await registerHousehold(app.url);
  await app.store.setPassword(family.account.uid, null);
  const browser = await connectedLate(app, family);
  expect(await reauthenticate(browser)).toBe(outcome('reauthenticated'));
  const back = await browser.authorize('google', { purpose: 'reauthenticate' });
  await addPasskey(family);
  expect((await browser.request(back)).location).toBe(outcome('refused'));
});

test('a provider sign-in is no recent authentication if the account has a password or a passkey', async () => {
  const { app } = await startWithGoogle();
  const family = await registerHousehold(app.url);
  await connectedLate(app, family);
  const change = async () => {
    const browser = new OAuthBrowser(app.url);
    expect(await browser.completeFlow('google')).toContain('/signed-in');
    return browser.post('/api/change-password', { password: 'a stranger chose this' });
  };
  const refused = { status: 403, body: { error: { code: 'reauthentication-needed' } } };
  expect(await change()).toMatchObject(refused);
  await app.store.setPassword(family.account.uid, null);
  expect((await change()).status).toBe(200);
  await app.store.setPassword(family.account.uid, null);
  const { uid } = family.account;
  await app.store.addCredential({ kind: 'passkey', key: uid, uid, body: '{}', createdAt: '' });
  expect(await change()).toMatchObject(refused);
});

/** A browser of an account whose only sign-in method is the host's own OpenID Connect provider. */
async function startWithOwnProvider() {
  const school = await startMockOpenIdProvider();
  const app = await startAppWithProviders({ oidc: school.url });
  const browser = new OAuthBrowser(app.url);
  await browser.completeFlow('oidc');
  return { school, app, browser };
}

const withLoginTime = (ms: number): MockOpenIdProvider['changeToken'] => {
  return (token) => Object.assign(token, { auth_time: Math.floor((Date.now() + ms) / 1000) });
};

test("the host's own provider is asked for a new log-in and has to report its time", async () => {
  const { school, browser } = await startWithOwnProvider();
  const proveHere = () => browser.completeFlow('oidc', { purpose: 'reauthenticate' });
  expect(await proveHere()).toBe(outcome('refused', 'oidc'));
  expect(Object.fromEntries(school.authorizationRequests.at(-1)?.searchParams ?? [])).toMatchObject({
    prompt: 'login',
    max_age: '0',
  });
  school.changeToken = withLoginTime(-ELEVEN_MINUTES);
  expect(await proveHere()).toBe(outcome('refused', 'oidc'));
  school.changeToken = withLoginTime(0);
  expect(await proveHere()).toBe(outcome('reauthenticated', 'oidc'));
});

test('a slow log-in during the flow re-authenticates too, and a sign-in needs no reported time', async () => {
  const { school, app, browser } = await startWithOwnProvider();
  const back = await browser.authorize('oidc', { purpose: 'reauthenticate' });
  app.clock.ahead = 5 * 60_000;
  school.changeToken = withLoginTime(-4 * 60_000);
  expect((await browser.request(back)).location).toBe(outcome('reauthenticated', 'oidc'));
  school.changeToken = () => {};
  expect(await new OAuthBrowser(app.url).completeFlow('oidc')).toBe('/signed-in');
});
