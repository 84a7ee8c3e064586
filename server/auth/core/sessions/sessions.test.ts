import { expect, test } from 'vitest';
import { MAX_SESSIONS } from '#domain/limits.ts';
import type { Account } from '#domain/protocol/calls.ts';
import { DAY_MS, HOUR_MS } from '#domain/time.ts';
import type { Store } from '#server/store/ports/store.ts';
import { anotherDevice, devicesOf } from '#tests/support/people/devices.ts';
import { newId, PASSWORD, registerHousehold } from '#tests/support/people/household.ts';
import { shareApp, startApp, until } from '#tests/support/server/app.ts';
import { codeOf, get, postJson } from '#tests/support/server/http.ts';
import { HashingPool } from '../passwords/hashing.ts';

const app = shareApp();

const nobody = { account: null };

/** Returns when the account's only session was last seen, by the server's clock. */
const seenAt = async (store: Store, { uid }: Account) =>
  (await store.sessionsOf(uid, ''))[0]?.seenAt.slice(0, 10) ?? '';
const isoDay = (ahead: number) => new Date(Date.now() + ahead * DAY_MS).toISOString().slice(0, 10);

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
  const family = await registerHousehold(url);
  const { account } = family;
  const wrong = await family.post('/api/log-in', { email: account.email, password: 'gissning' });
  const unknown = await postJson(url, '/api/log-in', { email: 'nobody@example.org', password: PASSWORD });
  expect([codeOf(wrong), wrong.cookie]).toEqual(['invalid-credentials', undefined]);
  expect([unknown.status, unknown.body, unknown.cookie]).toEqual([wrong.status, wrong.body, wrong.cookie]);
  // The session of the browser goes on.
  expect(await whoIs(url, family.cookie)).toEqual({ account });
});

test.each([
  ['email', 'astrid', 'email'],
  ['password', 'x'.repeat(1025), 'long'],
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
  const { headers, cookie = '' } = await postJson(url, '/api/log-in', {
    email: account.email,
    password: PASSWORD,
  });
  expect(headers.getSetCookie()).toEqual([
    expect.stringMatching(/^framme=[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax$/),
    expect.stringMatching(/^framme-device=[\w-]{43}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/),
  ]);
  expect(await whoIs(url, cookie)).toEqual({ account });
  expect(await whoIs(url, cookie.replace('framme', '__Host-framme'))).toEqual(nobody);
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

test('a session ends 180 days after it began, however much it is used', async () => {
  const { url, clock, store } = await startApp();
  const { cookie, account } = await registerHousehold(url);
  for (const day of [59, 118, 177]) {
    clock.ahead = day * DAY_MS;
    // Before it is seen, for midnight may come meanwhile.
    const today = isoDay(day);
    expect(await whoIs(url, cookie)).toEqual({ account });
    await until(async () => (await seenAt(store, account)) >= today);
  }
  clock.ahead = 180 * DAY_MS - 60_000;
  expect(await whoIs(url, cookie)).toEqual({ account });
  clock.ahead = 180 * DAY_MS + 60_000;
  expect(await whoIs(url, cookie)).toEqual(nobody);
});

test('a session that nobody uses for 60 days ends', async () => {
  const { url, clock, store } = await startApp();
  const [phone, other] = [await registerHousehold(url), await registerHousehold(url)];
  clock.ahead = 60 * DAY_MS - 60_000;
  const later = isoDay(59);
  expect(await whoIs(url, phone.cookie)).toEqual({ account: phone.account });
  await until(async () => (await seenAt(store, phone.account)) >= later);
  clock.ahead = 60 * DAY_MS + 60_000;
  expect(await whoIs(url, phone.cookie)).toEqual({ account: phone.account });
  expect(await whoIs(url, other.cookie)).toEqual(nobody);
});

test('a session in use is marked as seen once an hour, and a failed mark does not fail the request', async () => {
  let marks = 0;
  const { url, clock } = await startApp({
    calls: () => ({
      touchSession: () => {
        marks += 1;
        return Promise.reject(new Error('the disk is full'));
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

test('an account has at most fifty signed-in devices, and the one that was silent longest ends', async () => {
  const { url, store, clock } = await startApp();
  const [first, other] = [await registerHousehold(url), await registerHousehold(url, 'Nguyen')];
  const { uid } = first.account;
  const later = (index: number) => new Date(Date.now() + index * 1000).toISOString();
  for (let index = 1; index < MAX_SESSIONS; index += 1) {
    const id = `device${String(index).padStart(10, '0')}`;
    const times = { createdAt: later(index), expiresAt: later(9e6) };
    await store.openSession({ tokenHash: `hash${index}`, id, uid, name: 'x', ...times });
  }
  clock.ahead = 2 * HOUR_MS;
  expect(await devicesOf(first)).toHaveLength(MAX_SESSIONS);
  const newest = await anotherDevice(first);
  const devices = await devicesOf(newest);
  expect(devices).toHaveLength(MAX_SESSIONS);
  expect(devices.map(({ id }) => id)).not.toContain('device0000000001');
  expect((await first.trySync()).status).toBe(200);
  expect((await newest.trySync()).status).toBe(200);
  expect((await other.trySync()).status).toBe(200);
});

/** A token that an attacker planted in the victim's browser. */
const PLANTED = `framme=${'p'.repeat(43)}`;

test('a token that was planted before the sign-in never becomes a session', async () => {
  const { url } = app();
  const { account } = await registerHousehold(url);
  const register = { firstName: 'A', lastName: 'B', email: `${newId()}@example.org`, password: PASSWORD };
  for (const [path, message] of [
    ['/api/log-in', { email: account.email, password: PASSWORD }],
    ['/api/register', register],
  ] as const) {
    const { status, cookie } = await postJson(url, path, message, { cookie: PLANTED });
    expect([status, cookie]).toEqual([200, expect.not.stringContaining(PLANTED)]);
    expect(await whoIs(url, PLANTED)).toEqual(nobody);
    expect(await whoIs(url, cookie ?? '')).not.toEqual(nobody);
  }
});

test("an attacker's own session planted in a browser ends when the victim signs in there", async () => {
  const { url } = app();
  const [attacker, victim] = [await registerHousehold(url), await registerHousehold(url)];
  const credentials = { email: victim.account.email, password: PASSWORD };
  const { cookie = '' } = await postJson(url, '/api/log-in', credentials, { cookie: attacker.cookie });
  expect(await whoIs(url, attacker.cookie)).toEqual(nobody);
  expect(await whoIs(url, cookie)).toEqual({ account: victim.account });
});

test('of two cookies of the same name only one counts', async () => {
  const { url } = app();
  const family = await registerHousehold(url);
  const both = [
    await whoIs(url, `${family.cookie}; ${PLANTED}`),
    await whoIs(url, `${PLANTED}; ${family.cookie}`),
  ];
  expect(both).toContainEqual({ account: family.account });
  expect(both).toContainEqual(nobody);
});

test('a token in the URL or in an Authorization header is not accepted', async () => {
  const { url } = app();
  const token = (await registerHousehold(url)).cookie.split('=')[1] ?? '';
  expect((await get(url, `/api/who-am-i?framme=${token}`)).body).toEqual(nobody);
  expect((await get(url, '/api/who-am-i', { authorization: `Bearer ${token}` })).body).toEqual(nobody);
});
