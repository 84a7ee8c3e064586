import { expect, test } from 'vitest';
import { calls } from '#domain/protocol/calls.ts';
import { DAY_MS } from '#domain/time.ts';
import { createOneTimeLink } from '#server/auth/mail/one-time-links.ts';
import { newId, PASSWORD } from '#tests/support/people/household.ts';
import { type AppUnderTest, shareApp, startApp } from '#tests/support/server/app.ts';
import { startWithGoogle } from '#tests/support/server/app-with-providers.ts';
import { codeOf, postJson } from '#tests/support/server/http.ts';
import { KNOWN_PERSON } from '#tests/support/server/mock-openid-provider.ts';
import { OAuthBrowser } from '#tests/support/server/oauth-browser.ts';

const INVITE = { env: { REGISTRATION: 'invite' } };
const inviting = shareApp(INVITE);

/** Makes an invitation as the host's command does. Returns its secret. */
async function invite({ store, clock, url }: AppUnderTest): Promise<string> {
  const now = () => Date.now() + clock.ahead;
  const link = await createOneTimeLink({ store, now, origin: () => url }, 'invitation', null, {});
  return new URL(link).hash.slice(1);
}

const someone = (invitation?: string) => ({
  ...{ firstName: 'Anna', lastName: 'Berg', email: `${newId()}@example.org`, password: PASSWORD },
  ...(invitation === undefined ? {} : { invitation }),
});

const register = (app: AppUnderTest, message: object) => postJson(app.url, calls.register.path, message);

test('an open installation asks for no invitation, and uses none up', async () => {
  const app = await startApp();
  const secret = await invite(app);
  expect((await register(app, someone())).status).toBe(200);
  expect((await register(app, someone(secret))).status).toBe(200);
  expect((await register(app, someone(secret))).status).toBe(200);
});

test('an invitation opens one account, and nothing else opens one', async () => {
  const app = inviting();
  const secret = await invite(app);
  for (const refused of [undefined, '', 'x'.repeat(43), `${secret}x`]) {
    const answer = await register(app, someone(refused));
    expect(codeOf(answer)).toBe('invitation-needed');
  }
  const anna = someone(secret);
  expect((await register(app, anna)).body).toMatchObject({ account: { email: anna.email } });
  expect(codeOf(await register(app, someone(secret)))).toBe('invitation-needed');
  expect((await postJson(app.url, calls.logIn.path, anna)).status).toBe(200);
  expect(app.log.text).toContain('"event":"registered","outcome":"refused"');
  expect(app.log.text).not.toContain(secret);
});

test('of two registrations at once with one invitation, one opens an account', async () => {
  const app = inviting();
  const secret = await invite(app);
  const all = await Promise.all([1, 2, 3].map(() => register(app, someone(secret))));
  expect(all.map(({ status }) => status).toSorted()).toEqual([200, 403, 403]);
});

test('an invitation outlives a registration that fails, and ends after seven days', async () => {
  const app = inviting();
  const [anna, bo] = [someone(await invite(app)), someone(await invite(app))];
  await register(app, anna);
  expect(codeOf(await register(app, { ...bo, email: anna.email }))).toBe('email-taken');
  expect((await register(app, { ...bo, password: '123' })).status).toBe(400);
  app.clock.ahead += 7 * DAY_MS - 60_000;
  expect((await register(app, bo)).status).toBe(200);
  const late = someone(await invite(app));
  app.clock.ahead += 7 * DAY_MS + 1;
  expect(codeOf(await register(app, late))).toBe('invitation-needed');
});

test('a registration whose reply was lost signs in with its used invitation', async () => {
  const app = inviting();
  const anna = { ...someone(await invite(app)), attempt: newId() };
  expect((await register(app, anna)).status).toBe(200);
  expect((await register(app, anna)).body).toMatchObject({ account: { email: anna.email } });
});

test.each([
  ['invite', 'invitation-needed'],
  ['closed', 'registration-closed'],
])(
  'while registration is %s, the refusal does not tell who has an account, who goes on',
  async (setting, code) => {
    const app = await startApp();
    const anna = someone();
    await register(app, anna);
    await app.stop();
    const closed = await startApp({ env: { ...app.place, REGISTRATION: setting }, dataDir: app.dataDir });
    const secret = await invite(closed);
    const known = await register(closed, { ...someone(), email: anna.email });
    const unknown = await register(closed, someone());
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
    expect(codeOf(known)).toBe(code);
    if (setting === 'closed') expect(codeOf(await register(closed, someone(secret)))).toBe(code);
    expect((await postJson(closed.url, calls.logIn.path, anna)).status).toBe(200);
  },
);

test('a provider opens an account with an invitation only, once, and signs in who has one', async () => {
  const { google, app, browser } = await startWithGoogle(INVITE);
  const other = new OAuthBrowser(app.url);
  const refused = '/register?provider=google&outcome=not-invited';
  expect(await browser.completeFlow('google', { purpose: 'register' })).toBe(refused);
  expect(await browser.completeFlow('google', { purpose: 'register', invitation: 'x'.repeat(43) })).toBe(
    refused,
  );
  const invitation = await invite(app);
  expect(await browser.completeFlow('google', { purpose: 'register', invitation })).toBe('/signed-in');
  expect(await other.completeFlow('google')).toBe('/signed-in');
  google.person = { ...KNOWN_PERSON, sub: 'bo', email: 'bo@example.org' };
  expect(await new OAuthBrowser(app.url).completeFlow('google', { invitation })).toBe(
    '/login?provider=google&outcome=not-invited',
  );
});

test('a sign-up that waits for a name keeps its invitation until the account exists', async () => {
  const { google, app, browser } = await startWithGoogle(INVITE);
  google.person = { ...KNOWN_PERSON, family_name: undefined };
  const invitation = await invite(app);
  const other = new OAuthBrowser(app.url);
  for (const one of [browser, other])
    expect(await one.completeFlow('google', { purpose: 'register', invitation })).toBe('/register/finish');
  const details = { firstName: 'Anna', lastName: 'Berg', email: 'anna@example.org' };
  expect((await browser.post(calls.finishSignUp.path, details)).status).toBe(200);
  expect(await other.post(calls.finishSignUp.path, { ...details, email: 'b@example.org' })).toMatchObject({
    status: 403,
  });
});
