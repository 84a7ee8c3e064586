import { expect, onTestFinished, test } from 'vitest';
import { profilePath } from '#domain/paths.ts';
import { HouseholdOnPhone, PASSWORD, registerHousehold } from '#tests/support/people/household.ts';
import { until } from '#tests/support/server/app.ts';
import { startWithGoogle } from '#tests/support/server/app-with-providers.ts';
import { codeOf, get, postJson } from '#tests/support/server/http.ts';
import { startMailServer } from '#tests/support/server/mail-server.ts';
import { KNOWN_PERSON } from '#tests/support/server/mock-openid-provider.ts';
import { OAuthBrowser } from '#tests/support/server/oauth-browser.ts';

const phoneOf = async (browser: OAuthBrowser) => {
  const account = await browser.whoAmI();
  if (!account) throw new Error('nobody is signed in');
  return new HouseholdOnPhone(browser.url, account, browser.cookie);
};

test('a new person with a verified e-mail gets an account at once and is signed in', async () => {
  const { app, browser } = await startWithGoogle();
  const place = await browser.completeFlow('google', {
    from: '/history?child=a',
    open: 'out',
    language: 'en',
  });
  expect(place).toBe('/signed-in?from=%2Fhistory%3Fchild%3Da&open=out');
  const phone = await phoneOf(browser);
  expect(phone.account.email).toBe('anna@example.org');
  expect((await phone.documents()).get(profilePath(phone.account.uid))).toMatchObject({
    username: 'anna.berg',
    firstName: 'Anna',
    lastName: 'Berg',
    email: 'anna@example.org',
    role: 'user',
    language: 'en',
  });
  const stored = await app.store.accountByUid(phone.account.uid);
  expect(stored).toMatchObject({ passwordHash: null, emailVerifiedAt: expect.stringMatching(/^20/) });
  const logIn = await postJson(app.url, '/api/log-in', { email: 'anna@example.org', password: PASSWORD });
  expect(codeOf(logIn)).toBe('invalid-credentials');
});

test('a returning person signs in to the same account, even if the provider reports another e-mail', async () => {
  const { app, google, browser } = await startWithGoogle();
  await browser.completeFlow('google');
  const uid = await browser.uid();
  google.person = { sub: KNOWN_PERSON.sub, email: 'new@example.org', email_verified: false };
  google.userinfo = 500;
  const elsewhere = new OAuthBrowser(app.url);
  expect(await elsewhere.completeFlow('google')).toBe('/signed-in');
  expect(await elsewhere.uid()).toBe(uid);
  expect(uid).toMatch(/^[0-9a-z]{26}$/);
});

test('two concurrent first sign-ins of one person lead to one account', async () => {
  const { app, browser } = await startWithGoogle();
  const other = new OAuthBrowser(app.url);
  const [mine, theirs] = [await browser.authorize('google'), await other.authorize('google')];
  const places = await Promise.all([browser.request(mine), other.request(theirs)]);
  expect(
    places.map(({ location }) => location).filter((location) => location === '/signed-in').length,
  ).toBeGreaterThan(0);
  await other.completeFlow('google');
  await browser.completeFlow('google');
  expect(await browser.uid()).toBe(await other.uid());
});

test.each([true, false])(
  'a provider never signs in to an existing account by its e-mail, verified there or not: %s',
  async (isVerified) => {
    const { app, google, browser } = await startWithGoogle();
    const family = await registerHousehold(app.url);
    google.person = {
      ...KNOWN_PERSON,
      email: family.account.email.toUpperCase(),
      email_verified: isVerified,
    };
    expect(await browser.completeFlow('google', { purpose: 'register', from: '/history' })).toBe(
      '/register?provider=google&outcome=not-connected&from=%2Fhistory',
    );
    expect(await browser.whoAmI()).toBeNull();
    expect(await app.store.credentialsOf(family.account.uid, 'provider')).toEqual([]);
  },
);

test('the old session of the browser ends, and the new one has a new token', async () => {
  const { app, browser } = await startWithGoogle();
  const family = await registerHousehold(app.url);
  const token = family.cookie.split('=')[1] ?? '';
  browser.cookies.set('framme', token);
  await browser.completeFlow('google');
  expect(browser.cookies.get('framme')).not.toBe(token);
  expect(await browser.uid()).not.toBe(family.account.uid);
  expect((await get(app.url, '/api/who-am-i', { cookie: family.cookie })).body).toEqual({ account: null });
});

test('the log contains no personal data, tokens or secrets', async () => {
  const { app, google, browser } = await startWithGoogle();
  await browser.completeFlow('google');
  google.userinfo = 500;
  google.person = { sub: 'another' };
  await browser.completeFlow('google');
  google.changeTokenReply = (answer) => {
    answer.statusCode = 400;
    answer.body = { error: 'invalid_grant', error_description: 'anna@example.org' };
  };
  const { status } = await browser.request(await browser.authorize('google'));
  expect(status).toBe(303);
  expect(app.log.text).toContain('a sign-in at a provider failed');
  // A keyed hash and a random id may have any few letters by chance.
  const shorter = app.log.text.replaceAll(/"account":"[\w-]{16}"/g, '');
  const told = shorter.replaceAll(/"request":"[\w-]{12}"/g, '');
  expect(new Set([app.log.text, shorter, told]).size).toBe(3);
  for (const secret of ['anna', 'Anna', 'Berg', 'example.org', 'geheim', 'eyJ', 'code='])
    expect(told, secret).not.toContain(secret);
});

const PATH = '/api/providers/sign-up';
const ANNA = { firstName: ' Anna ', lastName: 'Berg', email: 'anna@example.org' };

/** Starts a sign-up whose provider gave everything but a last name. */
async function start() {
  const here = await startWithGoogle();
  here.google.person = { ...KNOWN_PERSON, family_name: undefined };
  expect(await here.browser.completeFlow('google')).toBe('/register/finish');
  return here;
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
  const { google, app, browser: anna } = await startWithGoogle({ env: mails.env });
  google.person = { ...KNOWN_PERSON, family_name: undefined };
  const bo = new OAuthBrowser(app.url);
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

test('a pending sign-up expires after half an hour, needs our own origin, and is no valid state', async () => {
  const { app, browser } = await start();
  const origin = 'https://evil.example';
  const foreign = await postJson(app.url, PATH, ANNA, { origin, cookie: browser.cookie });
  expect(codeOf(foreign)).toBe('foreign-origin');
  const state = browser.cookies.get('framme-newcomer') ?? '';
  const asState = `${app.url}/api/providers/google/callback?code=a&state=${state}`;
  app.clock.ahead = 30 * 60_000 + 1;
  expect((await browser.post(PATH, ANNA)).status).toBe(401);
  app.clock.ahead = 0;
  expect((await browser.request(asState)).location).toBe('/login?provider=google&outcome=expired');
});
