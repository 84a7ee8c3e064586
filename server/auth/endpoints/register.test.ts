import { expect, test } from 'vitest';
import { profilePath } from '#domain/paths.ts';
import {
  accountIn,
  HouseholdOnPhone,
  newId,
  PASSWORD,
  registerHousehold,
} from '#tests/support/people/household.ts';
import { strictFamily } from '#tests/support/people/passkey-family.ts';
import { shareApp, startApp } from '#tests/support/server/app.ts';
import { codeOf, get, postJson } from '#tests/support/server/http.ts';
import { attemptHash } from './password-sign-in.ts';

const astrid = {
  firstName: ' Astrid ',
  lastName: 'Lindgren',
  email: 'Astrid@Example.org',
  password: 'båt-🚲-1',
};

const app = shareApp();

/** A registration with a unique e-mail. */
const uniqueRegistration = () => ({ ...astrid, email: `${newId()}@example.org` });

test('registering makes account, household and profile, and signs in', async () => {
  const { url } = await startApp();
  const answer = await postJson(url, '/api/register', { ...astrid, language: 'en' });
  expect(answer.status).toBe(200);
  const account = accountIn(answer);
  expect(account).toEqual({
    uid: expect.stringMatching(/^[0-9a-z]{26}$/),
    household: expect.stringMatching(/^[0-9a-z]{26}$/),
    email: 'Astrid@Example.org',
  });
  const phone = new HouseholdOnPhone(url, account, answer.cookie ?? '');
  const documents = await phone.documents();
  expect([...documents.keys()]).toEqual([profilePath(account.uid)]);
  expect(documents.get(profilePath(account.uid))).toMatchObject({
    username: 'astrid.lindgren',
    email: 'Astrid@Example.org',
    role: 'user',
    firstName: 'Astrid',
    lastName: 'Lindgren',
    notifications: true,
    language: 'en',
  });
});

test('an e-mail can be registered once, regardless of case and spaces, and a refusal signs nobody in', async () => {
  const { url } = app();
  const { account } = await registerHousehold(url);
  const again = { ...astrid, email: ` ${account.email.toUpperCase()}`, password: 'another' };
  const answer = await postJson(url, '/api/register', again);
  expect([codeOf(answer), answer.cookie]).toEqual(['email-taken', undefined]);
  expect(codeOf(await postJson(url, '/api/log-in', again))).toBe('invalid-credentials');
});

test('a short password is reported even if another field is wrong too', async () => {
  const short = { ...uniqueRegistration(), firstName: '', password: '12345' };
  const answer = await postJson(app().url, '/api/register', short);
  expect(answer.body).toMatchObject({ error: { code: 'weak-password', field: 'password', problem: 'weak' } });
});

test.each([
  ['firstName', 'a\u0000b', 'characters'],
  ['lastName', undefined, 'characters'],
  ['lastName', { $gt: '' }, 'characters'],
  ['email', 'root@localhost', 'email'],
  ['password', 'hemligt\ud800', 'long'],
])('a %s of %j is refused with the field and %s', async (field, value, problem) => {
  const { url } = app();
  const someone = uniqueRegistration();
  const answer = await postJson(url, '/api/register', { ...someone, [field]: value });
  expect(answer).toMatchObject({ status: 400, cookie: undefined });
  expect(answer.body).toEqual({
    error: { code: 'invalid-request', message: expect.any(String), field, problem },
  });
  expect(codeOf(await postJson(url, '/api/log-in', someone))).toBe('invalid-credentials');
});

test('ids and roles in the message are ignored', async () => {
  const first = await registerHousehold(app().url);
  const { uid, household } = first.account;
  const intruder = { ...uniqueRegistration(), uid, household, role: 'admin' };
  const answer = await postJson(first.url, '/api/register', intruder);
  expect(accountIn(answer).uid).not.toBe(uid);
  expect(accountIn(answer).household).not.toBe(household);
  const { body } = await get(first.url, '/api/who-am-i', { cookie: answer.cookie ?? '' });
  expect(body).toEqual(answer.body);
});

/** Registers from one form, which sends its random attempt each time. */
const send = (url: string, registration: typeof astrid & { attempt?: string }) =>
  postJson(url, '/api/register', registration);

test('a registration sent again by the same form, its reply lost, signs in to the same account', async () => {
  const { url } = app();
  const someone = { ...uniqueRegistration(), attempt: newId() };
  const first = await send(url, someone);
  const again = await send(url, { ...someone, email: ` ${someone.email.toUpperCase()} ` });
  expect([again.status, again.body]).toEqual([200, first.body]);
  const { body } = await get(url, '/api/who-am-i', { cookie: again.cookie ?? '' });
  expect(body).toEqual(first.body);
});

test('a form that corrects its e-mail, the reply to the first lost, registers and signs in by each', async () => {
  const { url } = app();
  const attempt = newId();
  const mistyped = { ...uniqueRegistration(), attempt };
  const corrected = { ...uniqueRegistration(), attempt };
  const accounts = [];
  for (const one of [mistyped, corrected, corrected, mistyped]) {
    const answer = await send(url, one);
    expect([answer.status, codeOf(answer)]).toEqual([200, undefined]);
    accounts.push(accountIn(answer));
  }
  expect(accounts.map(({ email }) => email)).toEqual(
    [mistyped, corrected, corrected, mistyped].map(({ email }) => email),
  );
  expect(new Set(accounts.map(({ uid }) => uid)).size).toBe(2);
});

test('a taken e-mail is refused to every other form, and to the same one with another password', async () => {
  const { url } = app();
  const someone = { ...uniqueRegistration(), attempt: newId() };
  const other = { ...uniqueRegistration(), attempt: newId() };
  for (const one of [someone, other]) await send(url, one);
  const { attempt: _none, ...old } = someone;
  const forms = [old, { ...someone, attempt: newId() }, { ...someone, attempt: other.attempt }];
  const passwords = ['another', `${someone.password} `, someone.password.toUpperCase()];
  for (const form of [...forms, ...passwords.map((password) => ({ ...someone, password }))]) {
    const answer = await send(url, form);
    expect([codeOf(answer), answer.cookie]).toEqual(['email-taken', undefined]);
  }
  expect((await postJson(url, '/api/log-in', someone)).status).toBe(200);
});

test('a form can send its registration again for a day', async () => {
  const { url, clock } = await startApp();
  const someone = { ...uniqueRegistration(), attempt: newId() };
  await send(url, someone);
  clock.ahead = 23 * 3_600_000;
  expect((await send(url, someone)).status).toBe(200);
  clock.ahead = 25 * 3_600_000;
  expect(codeOf(await send(url, someone))).toBe('email-taken');
});

test('passwords tried by registering count towards the limit of log-ins at that account', async () => {
  const at = Date.now();
  const { url } = await startApp({ change: () => ({ now: () => at }) });
  const someone = { ...uniqueRegistration(), attempt: newId() };
  await send(url, someone);
  const tries = await Promise.all(
    Array.from({ length: 12 }, (_, i) => send(url, { ...someone, password: `gissning ${i}` })),
  );
  const codes = tries.map(codeOf);
  expect(codes.filter((code) => code === 'email-taken')).toHaveLength(10);
  expect(codes.filter((code) => code === 'too-many-requests')).toHaveLength(2);
  for (const path of ['/api/register', '/api/log-in'])
    expect(codeOf(await postJson(url, path, someone))).toBe('too-many-requests');
});

test('an account that requires a passkey asks for it also if its registration is sent again', async () => {
  const { url, store } = await startApp();
  const { family } = await strictFamily(url);
  const { uid, email } = family.account;
  const attempt = newId();
  const expiresAt = new Date(Date.now() + 60_000).toISOString();
  const hash = attemptHash(attempt, uid);
  await store.putOneTimeToken({ kind: 'registration', hash, uid, body: '{}', expiresAt });
  const again = await send(url, { ...astrid, email, password: PASSWORD, attempt });
  expect([again.status, again.body]).toEqual([200, { next: 'passkey' }]);
  const { body } = await get(url, '/api/who-am-i', { cookie: again.cookie ?? '' });
  expect(body).toEqual({ account: null });
});

test('an account that was opened with an address without a dot still signs in', async () => {
  const { url, store } = app();
  const { account } = await registerHousehold(url);
  const email = `root-${account.uid.slice(0, 6)}@localhost`;
  const changed = { email, emailKey: email, verifiedAt: '2026-05-04T12:00:00.000Z' };
  await store.transact(account.household, (transaction) =>
    transaction.setEmail(account.uid, changed, changed.verifiedAt),
  );
  const answer = await postJson(url, '/api/log-in', { email, password: PASSWORD });
  expect([answer.status, accountIn(answer).uid]).toEqual([200, account.uid]);
});
