import { expect, onTestFinished, test } from 'vitest';
import { registerHousehold } from '#tests/support/people/household.ts';
import { until } from '#tests/support/server/app.ts';
import { startAppWithProviders } from '#tests/support/server/app-with-providers.ts';
import { codeOf, postJson } from '#tests/support/server/http.ts';
import { startMailServer } from '#tests/support/server/mail-server.ts';
import { KNOWN_PERSON, startMockOpenIdProvider } from '#tests/support/server/mock-openid-provider.ts';
import { OAuthBrowser } from '#tests/support/server/oauth-browser.ts';

const PATH = '/api/providers/sign-up';
const ANNA = { firstName: ' Anna ', lastName: 'Berg', email: 'anna@example.org' };

/** Starts a sign-up whose provider gave everything but a last name. */
async function start() {
  const google = await startMockOpenIdProvider();
  google.person = { ...KNOWN_PERSON, family_name: undefined };
  const app = await startAppWithProviders({ google: google.url });
  const browser = new OAuthBrowser(app.url);
  expect(await browser.completeFlow('google')).toBe('/register/finish');
  return { google, app, browser };
}

test('a browser without a pending sign-up cannot create an account', async () => {
  const { app } = await start();
  const otherBrowser = new OAuthBrowser(app.url);
  expect((await otherBrowser.request(app.url + PATH)).body).toEqual({ pending: null });
  expect(await otherBrowser.post(PATH, ANNA)).toMatchObject({
    status: 401,
    body: { error: { code: 'sign-up-over' } },
  });
  expect(await app.store.accountByEmail(ANNA.email)).toBeUndefined();
});

test('a pending sign-up becomes an account once the missing name is given, and its e-mail stays verified', async () => {
  const { app, browser } = await start();
  expect((await browser.request(app.url + PATH)).body).toEqual({
    pending: { provider: 'google', firstName: 'Anna', email: 'anna@example.org' },
  });
  expect((await browser.post(PATH, ANNA)).body).toMatchObject({ account: { email: ANNA.email } });
  expect(await app.store.accountByEmail(ANNA.email)).toMatchObject({ emailVerifiedAt: expect.any(String) });
  expect((await browser.post(PATH, ANNA)).status).toBe(401);
  expect((await browser.request(app.url + PATH)).body).toEqual({ pending: null });
});

test('a verification mail is sent only for an e-mail that the provider did not verify', async () => {
  const mails = await startMailServer();
  onTestFinished(mails.stop);
  const google = await startMockOpenIdProvider();
  google.person = { ...KNOWN_PERSON, family_name: undefined };
  const app = await startAppWithProviders({ google: google.url }, { env: mails.env });
  const [anna, bo] = [new OAuthBrowser(app.url), new OAuthBrowser(app.url)];
  await anna.completeFlow('google');
  await anna.post(PATH, ANNA);
  google.person = { sub: 'bo', given_name: 'Bo' };
  await bo.completeFlow('google');
  await bo.post(PATH, { firstName: 'Bo', lastName: 'Ek', email: 'bo@example.org' });
  await until(() => mails.received.length > 0);
  expect(mails.received.flatMap(({ recipients }) => recipients)).toEqual(['bo@example.org']);
});

test('an e-mail other than the one the provider verified is unverified', async () => {
  const { app, browser } = await start();
  await browser.post(PATH, { ...ANNA, email: 'bo@example.org' });
  expect(await app.store.accountByEmail('bo@example.org')).toMatchObject({ emailVerifiedAt: null });
});

test('the e-mail of another family is refused, and the parent can choose another one', async () => {
  const { app, browser } = await start();
  const { account } = await registerHousehold(app.url);
  const taken = await browser.post(PATH, { ...ANNA, email: account.email });
  expect(taken).toMatchObject({ status: 409, body: { error: { code: 'email-taken' } } });
  expect(await app.store.credentialsOf(account.uid, 'provider')).toEqual([]);
  expect((await browser.post(PATH, ANNA)).status).toBe(200);
});

test.each([
  [{ ...ANNA, lastName: ' ' }, 'lastName'],
  [{ ...ANNA, email: 'anna' }, 'email'],
])('an invalid field is named in the error: %j', async (message, field) => {
  const { browser } = await start();
  expect((await browser.post(PATH, message)).body).toMatchObject({
    error: { code: 'invalid-request', field },
  });
});

test('a pending sign-up expires after half an hour, needs our own origin, and is no valid state', async () => {
  const { app, browser } = await start();
  const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ');
  const foreign = await postJson(app.url, PATH, ANNA, { origin: 'https://evil.example', cookie });
  expect(codeOf(foreign)).toBe('foreign-origin');
  const state = browser.cookies.get('framme-newcomer') ?? '';
  const asState = `${app.url}/api/providers/google/callback?code=a&state=${state}`;
  app.clock.ahead = 30 * 60_000 + 1;
  expect((await browser.post(PATH, ANNA)).status).toBe(401);
  app.clock.ahead = 0;
  expect((await browser.request(asState)).location).toBe('/login?provider=google&outcome=expired');
});

test('of two concurrent sign-ups with one external identity, one creates the account', async () => {
  const { app, browser } = await start();
  const other = new OAuthBrowser(app.url);
  await other.completeFlow('google');
  const answers = await Promise.all([
    browser.post(PATH, ANNA),
    other.post(PATH, { ...ANNA, email: 'second@example.org' }),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
});
