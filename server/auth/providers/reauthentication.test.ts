import { expect, test } from 'vitest';
import { PASSWORD, registerHousehold } from '#tests/support/people/household.ts';
import { addPasskey, postCall, strictFamily } from '#tests/support/people/passkey-family.ts';
import { startAppWithProviders } from '#tests/support/server/app-with-providers.ts';
import { codeOf } from '#tests/support/server/http.ts';
import {
  type MockOpenIdProvider,
  startMockOpenIdProvider,
} from '#tests/support/server/mock-openid-provider.ts';
import { OAuthBrowser } from '#tests/support/server/oauth-browser.ts';

const ELEVEN_MINUTES = 11 * 60_000;
const outcome = (said: string, provider = 'google') =>
  `/profile/account?provider=${provider}&outcome=${said}`;
const reauthenticate = (browser: OAuthBrowser) =>
  browser.completeFlow('google', { purpose: 'reauthenticate' });

async function start() {
  const google = await startMockOpenIdProvider();
  return { google, app: await startAppWithProviders({ google: google.url }) };
}

/** A browser of a family with a connected provider, eleven minutes after its sign-in. */
async function connectedLate(app: Awaited<ReturnType<typeof start>>['app'], cookie: string) {
  const browser = new OAuthBrowser(app.url);
  browser.cookies.set('framme', cookie.split('=')[1] ?? '');
  await browser.completeFlow('google', { purpose: 'connect' });
  app.clock.ahead += ELEVEN_MINUTES;
  return browser;
}

test('a provider does not re-authenticate an account with a password, so it cannot change the password', async () => {
  const { app } = await start();
  const family = await registerHousehold(app.url);
  const browser = await connectedLate(app, family.cookie);
  expect(await reauthenticate(browser)).toBe(outcome('refused'));
  const change = await browser.post('/api/change-password', { password: 'a stranger chose this' });
  expect(change).toMatchObject({ status: 403, body: { error: { code: 'reauthentication-needed' } } });
  await browser.post('/api/reauthenticate', { password: PASSWORD });
  expect((await browser.post('/api/change-password', { password: 'the owner chose this' })).status).toBe(200);
});

test('a provider cannot turn off the passkey that an account requires', async () => {
  const { app } = await start();
  const { family } = await strictFamily(app.url);
  const browser = await connectedLate(app, family.cookie);
  await app.store.setPassword(family.account.uid, null);
  expect(await reauthenticate(browser)).toBe(outcome('refused'));
  expect(codeOf(await postCall(family, 'requirePasskey', { required: false }))).toBe(
    'reauthentication-needed',
  );
});

test('a provider does not re-authenticate an account with a passkey, not even one added during the flow', async () => {
  const { app } = await start();
  const family = await registerHousehold(app.url);
  await app.store.setPassword(family.account.uid, null);
  const browser = await connectedLate(app, family.cookie);
  expect(await reauthenticate(browser)).toBe(outcome('reauthenticated'));
  const back = await browser.authorize('google', { purpose: 'reauthenticate' });
  await addPasskey(family);
  expect((await browser.request(back)).location).toBe(outcome('refused'));
});

test('a provider sign-in is no recent authentication if the account has a password or a passkey', async () => {
  const { app } = await start();
  const family = await registerHousehold(app.url);
  await connectedLate(app, family.cookie);
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
