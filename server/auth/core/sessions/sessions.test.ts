import { expect, test } from 'vitest';
import type { Account } from '#domain/protocol/calls.ts';
import type { Store } from '#server/store/ports/store.ts';
import { PASSWORD, registerHousehold } from '#tests/support/people/household.ts';
import { shareApp, startApp, until } from '#tests/support/server/app.ts';
import { codeOf, get, postJson } from '#tests/support/server/http.ts';
import { HashingPool } from '../passwords/hashing.ts';

const app = shareApp();

const DAY = 24 * 60 * 60 * 1000;
const nobody = { account: null };

/** Returns when the account's only session was last seen, by the server's clock. */
const seenAt = async (store: Store, { uid }: Account) =>
  (await store.sessionsOf(uid, ''))[0]?.seenAt.slice(0, 10) ?? '';
const isoDay = (ahead: number) => new Date(Date.now() + ahead * DAY).toISOString().slice(0, 10);

const whoIs = async (url: string, cookie: string) => (await get(url, '/api/who-am-i', { cookie })).body;

test('logging in opens the same account in any upper and lower case of the e-mail', async () => {
  const { url } = app();
  const { account } = await registerHousehold(url);
  const answer = await postJson(url, '/api/log-in', {
    email: account.email.toUpperCase(),
    password: PASSWORD,
  });
  expect(answer).toMatchObject({ status: 200, body: { account } });
  expect(await whoIs(url, answer.cookie ?? '')).toEqual({ account });
  expect(await whoIs(url, '')).toEqual(nobody);
});

test('an unknown e-mail and a wrong password get the very same answer', async () => {
  const { url } = app();
  const { account } = await registerHousehold(url);
  const wrong = await postJson(url, '/api/log-in', { email: account.email, password: 'gissning' });
  const unknown = await postJson(url, '/api/log-in', { email: 'nobody@example.org', password: PASSWORD });
  expect([wrong.status, codeOf(wrong), wrong.cookie]).toEqual([401, 'invalid-credentials', undefined]);
  expect([unknown.status, unknown.body, unknown.cookie]).toEqual([wrong.status, wrong.body, wrong.cookie]);
});

test.each([
  ['email', 'astrid', 'email'],
  ['email', '', 'empty'],
  ['password', '', 'empty'],
  ['password', 'x'.repeat(1025), 'long'],
  ['password', 123456, 'characters'],
])('a log-in with a %s of %j is refused before any work', async (field, value, problem) => {
  const { url } = app();
  const answer = await postJson(url, '/api/log-in', {
    email: 'a@example.org',
    password: 'x',
    [field]: value,
  });
  expect(answer.body).toMatchObject({ error: { code: 'invalid-request', field, problem } });
});

test('without https the session cookie is HttpOnly, SameSite=Lax and lasts half a year', async () => {
  const { url } = app();
  const { account } = await registerHousehold(url);
  const { headers } = await postJson(url, '/api/log-in', { email: account.email, password: PASSWORD });
  expect(headers.getSetCookie()).toEqual([
    expect.stringMatching(/^framme=[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax$/),
    expect.stringMatching(/^framme-device=[\w-]{43}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/),
  ]);
});

test('behind https the session cookie is Secure with the __Host- prefix, and the plain name is ignored', async () => {
  const origin = 'https://framme.example.org';
  const { url } = await startApp({ env: { PUBLIC_URL: origin } });
  const register = { firstName: 'Astrid', lastName: 'L', email: 'a@example.org', password: PASSWORD };
  const answer = await postJson(url, '/api/register', register, { origin });
  expect(answer.headers.getSetCookie()).toEqual(
    [
      /^__Host-framme=[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      /^__Host-framme-device=[\w-]{43}; Max-Age=31536000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    ].map((cookie) => expect.stringMatching(cookie)),
  );
  const cookie = answer.cookie ?? '';
  expect(await whoIs(url, cookie)).toEqual(answer.body);
  expect(await whoIs(url, cookie.replace('__Host-framme', 'framme'))).toEqual(nobody);
});

test('without https only the plain cookie name is accepted', async () => {
  const { url } = app();
  const { cookie, account } = await registerHousehold(url);
  expect(await whoIs(url, cookie)).toEqual({ account });
  expect(await whoIs(url, cookie.replace('framme', '__Host-framme'))).toEqual(nobody);
});

test('logging out ends this session and clears the cookie, keeps others, and can be repeated', async () => {
  const { url } = app();
  const phone = await registerHousehold(url);
  const other = await postJson(url, '/api/log-in', { email: phone.account.email, password: PASSWORD });
  const out = await phone.post('/api/log-out', {});
  expect([out.status, out.body]).toEqual([200, {}]);
  expect(out.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^framme=; Max-Age=0; Path=\/; Expires=.*1970/),
  ]);
  expect(await whoIs(url, phone.cookie)).toEqual(nobody);
  expect(codeOf(await phone.trySync())).toBe('not-signed-in');
  expect(await whoIs(url, other.cookie ?? '')).toEqual({ account: phone.account });
  expect((await phone.post('/api/log-out', {})).status).toBe(200);
  expect((await postJson(url, '/api/log-out', {})).status).toBe(200);
});

test('signing in issues a new token and ends the old session of the browser', async () => {
  const { url } = app();
  const [first, second] = [await registerHousehold(url, 'Lindgren'), await registerHousehold(url, 'Nguyen')];
  const credentials = { email: second.account.email, password: PASSWORD };
  const answer = await first.post('/api/log-in', credentials);
  expect(answer.cookie).not.toBe(first.cookie);
  expect(await whoIs(url, answer.cookie ?? '')).toEqual({ account: second.account });
  expect(await whoIs(url, first.cookie)).toEqual(nobody);
});

test('a session ends 180 days after it began, however much it is used', async () => {
  const { url, clock, store } = await startApp();
  const { cookie, account } = await registerHousehold(url);
  for (const day of [59, 118, 177]) {
    clock.ahead = day * DAY;
    // Before it is seen, for midnight may come meanwhile.
    const today = isoDay(day);
    expect(await whoIs(url, cookie)).toEqual({ account });
    await until(async () => (await seenAt(store, account)) >= today);
  }
  clock.ahead = 180 * DAY - 60_000;
  expect(await whoIs(url, cookie)).toEqual({ account });
  clock.ahead = 180 * DAY + 60_000;
  expect(await whoIs(url, cookie)).toEqual(nobody);
});

test('a session that nobody uses for 60 days ends', async () => {
  const { url, clock, store } = await startApp();
  const [phone, other] = [await registerHousehold(url), await registerHousehold(url)];
  clock.ahead = 60 * DAY - 60_000;
  const later = isoDay(59);
  expect(await whoIs(url, phone.cookie)).toEqual({ account: phone.account });
  await until(async () => (await seenAt(store, phone.account)) >= later);
  clock.ahead = 60 * DAY + 60_000;
  expect(await whoIs(url, phone.cookie)).toEqual({ account: phone.account });
  expect(await whoIs(url, other.cookie)).toEqual(nobody);
});

test('a session in use is marked as seen once an hour, and a failed mark does not fail the request', async () => {
  let marks = 0;
  const { url, clock } = await startApp({
    change: ({ store }) => ({
      store: {
        ...store,
        touchSession: () => {
          marks += 1;
          return Promise.reject(new Error('the disk is full'));
        },
      },
    }),
  });
  const phone = await registerHousehold(url);
  for (const minutes of [1, 59]) {
    clock.ahead = minutes * 60_000;
    await phone.sync();
  }
  expect(marks).toBe(0);
  clock.ahead = 61 * 60_000;
  await phone.sync();
  expect(marks).toBe(1);
});

test.each(['framme=', 'framme=x', `framme=${'a'.repeat(43)}`, `framme=${'ä'.repeat(43)}`, 'framme', ';;=;'])(
  'the cookie %j is not a session',
  async (cookie) => {
    const { url } = app();
    await registerHousehold(url);
    expect(await whoIs(url, encodeURI(cookie))).toEqual(nobody);
  },
);

test('an outdated hash is renewed at the next log-in', async () => {
  const { url, store } = await startApp({ change: () => ({ hashing: new HashingPool() }) });
  const { account } = await registerHousehold(url);
  const old = '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4';
  await store.setPassword(account.uid, old);
  const hash = async () => (await store.accountByEmail(account.email))?.passwordHash;
  const logIn = (password: string) => postJson(url, '/api/log-in', { email: account.email, password });
  expect((await logIn('wrong')).status).toBe(401);
  expect(await hash()).toBe(old);
  expect((await logIn('password')).status).toBe(200);
  expect(await hash()).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect((await logIn('password')).status).toBe(200);
});
