import { expect, test } from 'vitest';
import { profilePath } from '#domain/paths.ts';
import { HouseholdOnPhone, PASSWORD, registerHousehold } from '#tests/support/people/household.ts';
import { startAppWithProviders } from '#tests/support/server/app-with-providers.ts';
import { codeOf, get, postJson } from '#tests/support/server/http.ts';
import { KNOWN_PERSON, startMockOpenIdProvider } from '#tests/support/server/mock-openid-provider.ts';
import { OAuthBrowser } from '#tests/support/server/oauth-browser.ts';

async function start() {
  const google = await startMockOpenIdProvider();
  const app = await startAppWithProviders({ google: google.url });
  return { google, app, browser: new OAuthBrowser(app.url) };
}

const phoneOf = async (browser: OAuthBrowser) => {
  const account = await browser.whoAmI();
  if (!account) throw new Error('nobody is signed in');
  const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ');
  return new HouseholdOnPhone(browser.url, account, cookie);
};

test('a new person with a verified e-mail gets an account at once and is signed in', async () => {
  const { app, browser } = await start();
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
  const { app, google, browser } = await start();
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
  const { app, browser } = await start();
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
    const { app, google, browser } = await start();
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
  const { app, browser } = await start();
  const family = await registerHousehold(app.url);
  const token = family.cookie.split('=')[1] ?? '';
  browser.cookies.set('framme', token);
  await browser.completeFlow('google');
  expect(browser.cookies.get('framme')).not.toBe(token);
  expect(await browser.uid()).not.toBe(family.account.uid);
  expect((await get(app.url, '/api/who-am-i', { cookie: family.cookie })).body).toEqual({ account: null });
});

test('the log contains no personal data, tokens or secrets', async () => {
  const { app, google, browser } = await start();
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
