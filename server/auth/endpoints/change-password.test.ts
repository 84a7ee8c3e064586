import { expect, test } from 'vitest';
import { anotherDevice, signedIn } from '#tests/support/people/devices.ts';
import { accountIn, HouseholdOnPhone, PASSWORD, registerHousehold } from '#tests/support/people/household.ts';
import { shareApp, startApp } from '#tests/support/server/app.ts';
import { codeOf, get, postJson } from '#tests/support/server/http.ts';

const app = shareApp();

const MINUTE = 60_000;
const NEW = 'korrekt häst batteri';

const logIn = ({ url, account }: HouseholdOnPhone, password: string) =>
  postJson(url, '/api/log-in', { email: account.email, password });

test('a changed password works at once, the old one does not, and all other devices are signed out', async () => {
  const phone = await registerHousehold(app().url);
  const others = [await anotherDevice(phone), await anotherDevice(phone)];
  expect((await phone.post('/api/change-password', { password: NEW })).status).toBe(200);
  expect(await signedIn(phone, ...others)).toEqual([true, false, false]);
  expect(codeOf(await logIn(phone, PASSWORD))).toBe('invalid-credentials');
  expect((await logIn(phone, NEW)).status).toBe(200);
});

test('a password change needs re-authentication ten minutes after the last authentication', async () => {
  const { url, clock } = await startApp();
  const phone = await registerHousehold(url);
  clock.ahead = 10 * MINUTE;
  const change = () => phone.post('/api/change-password', { password: NEW });
  const prove = (password: string) => phone.post('/api/reauthenticate', { password });
  expect(codeOf(await change())).toBe('reauthentication-needed');
  expect(codeOf(await prove('gissning'))).toBe('invalid-credentials');
  expect(codeOf(await change())).toBe('reauthentication-needed');
  expect((await prove(PASSWORD)).status).toBe(200);
  clock.ahead = 20 * MINUTE + 1000;
  expect(codeOf(await change())).toBe('reauthentication-needed');
  expect((await prove(PASSWORD)).status).toBe(200);
  expect((await change()).status).toBe(200);
});

test('re-authentication on one device does not count on another', async () => {
  const { url, clock } = await startApp();
  const phone = await registerHousehold(url);
  const tablet = await anotherDevice(phone);
  clock.ahead = 11 * MINUTE;
  await phone.post('/api/reauthenticate', { password: PASSWORD });
  expect(codeOf(await tablet.post('/api/change-password', { password: NEW }))).toBe(
    'reauthentication-needed',
  );
});

test('re-authentication is rate-limited after ten wrong passwords', async () => {
  // With a clock that stands still: concurrent attempts reach a database in any order.
  const at = Date.now();
  const { url } = await startApp({ change: () => ({ now: () => at }) });
  const phone = await registerHousehold(url);
  const tries = Array.from({ length: 12 }, () => phone.post('/api/reauthenticate', { password: 'gissning' }));
  const codes = (await Promise.all(tries)).map(codeOf);
  expect(codes.filter((code) => code === 'invalid-credentials')).toHaveLength(10);
  expect(codes.filter((code) => code === 'too-many-requests')).toHaveLength(2);
});

test('a too short or invalid password has its own code, and changes nothing', async () => {
  const phone = await registerHousehold(app().url);
  const change = (password: unknown) => phone.post('/api/change-password', { password });
  expect(codeOf(await change('12345'))).toBe('weak-password');
  expect(codeOf(await change('x'.repeat(1025)))).toBe('invalid-request');
  expect((await logIn(phone, PASSWORD)).status).toBe(200);
});

test('an account without a password cannot re-authenticate by one, and can set its first', async () => {
  const { url, store } = app();
  const phone = await registerHousehold(url);
  await store.setPassword(phone.account.uid, null);
  const ways = async () => (await get(url, '/api/sign-in-methods', { cookie: phone.cookie })).body;
  expect(await ways()).toMatchObject({ hasPassword: false });
  expect(codeOf(await phone.post('/api/reauthenticate', { password: PASSWORD }))).toBe('invalid-credentials');
  expect(codeOf(await logIn(phone, PASSWORD))).toBe('invalid-credentials');
  expect((await phone.post('/api/change-password', { password: NEW })).status).toBe(200);
  expect(await ways()).toMatchObject({ hasPassword: true });
  expect((await logIn(phone, NEW)).status).toBe(200);
});

test('a password change voids mailed links, pending second factors and trusted browsers', async () => {
  const { url, store } = app();
  const phone = await registerHousehold(url);
  const { uid } = phone.account;
  const expiresAt = '2999-01-01T00:00:00.000Z';
  const kinds = ['recovery', 'second-step', 'known-device'] as const;
  for (const kind of kinds)
    await store.putOneTimeToken({ kind, hash: `${kind} ${uid}`, uid, body: '{}', expiresAt });
  await phone.post('/api/change-password', { password: NEW });
  for (const kind of kinds)
    expect(await store.oneTimeToken(kind, `${kind} ${uid}`, '2998-01-01T00:00:00.000Z')).toBeUndefined();
});

test('five password changes are allowed, then one a quarter of an hour, also if the account is recreated', async () => {
  const { url, clock } = await startApp();
  const email = 'astrid@example.org';
  const names = { firstName: 'Astrid', lastName: 'Lind', email, password: PASSWORD };
  const change = (phone: HouseholdOnPhone) => phone.post('/api/change-password', { password: NEW });
  const register = async () => {
    const answer = await postJson(url, '/api/register', names);
    return new HouseholdOnPhone(url, accountIn(answer), answer.cookie ?? '');
  };
  const first = await register();
  for (let i = 0; i < 5; i += 1) expect((await change(first)).status).toBe(200);
  expect(codeOf(await change(first))).toBe('too-many-requests');
  expect((await first.deleteAccount(NEW)).status).toBe(200);
  const again = await register();
  expect(codeOf(await change(again))).toBe('too-many-requests');
  clock.ahead = 15 * MINUTE;
  await again.post('/api/reauthenticate', { password: PASSWORD });
  expect((await change(again)).status).toBe(200);
});
