import { expect, test } from 'vitest';
import { newId, PASSWORD, registerHousehold } from '#tests/support/people/household.ts';
import { startAppWithProviders } from '#tests/support/server/app-with-providers.ts';
import { KNOWN_PERSON, startMockOpenIdProvider } from '#tests/support/server/mock-openid-provider.ts';
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
  const browser = browserWith(app.url, cookie);
  return { google, oidc, app, account, browser };
}

function browserWith(url: string, cookie: string): OAuthBrowser {
  const browser = new OAuthBrowser(url);
  browser.cookies.set('framme', cookie.split('=')[1] ?? '');
  return browser;
}

const connect = (browser: OAuthBrowser) => browser.completeFlow('google', { purpose: 'connect' });
const signInMethods = async (browser: OAuthBrowser) =>
  (await browser.request(`${browser.url}/api/sign-in-methods`)).body;
const connected = (...providers: string[]) =>
  providers.map((provider) => ({ provider, since: expect.stringMatching(/^20/) }));

test('listing, connecting, re-authenticating and disconnecting need a session', async () => {
  const { app } = await start();
  const nobody = new OAuthBrowser(app.url);
  const refused = { status: 401, body: { error: { code: 'not-signed-in' } } };
  expect(await nobody.startFlow('google', { purpose: 'connect' })).toMatchObject(refused);
  expect(await nobody.startFlow('google', { purpose: 'reauthenticate' })).toMatchObject(refused);
  expect(await nobody.post(DISCONNECT, { provider: 'google' })).toMatchObject(refused);
  expect(await nobody.request(`${app.url}/api/sign-in-methods`)).toMatchObject(refused);
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
  const bo = browserWith(app.url, (await registerHousehold(app.url, 'Nguyen')).cookie);
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
  const other = browserWith(app.url, (await registerHousehold(app.url, 'Nguyen')).cookie);
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

test('a provider sign-in asks for the passkey if the account requires one', async () => {
  const { app, account, browser } = await start();
  await connect(browser);
  const { uid } = account;
  await app.store.addCredential({ kind: 'passkey', key: newId(), uid, body: '{}', createdAt: '' });
  await app.store.requirePasskey(uid, new Date().toISOString());
  const elsewhere = new OAuthBrowser(app.url);
  expect(await elsewhere.completeFlow('google', { from: '/history' })).toBe(
    '/login?step=passkey&from=%2Fhistory',
  );
  expect(await elsewhere.whoAmI()).toBeNull();
  expect(elsewhere.cookies.has('framme')).toBe(false);
});
