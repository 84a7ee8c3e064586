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
import { attemptHash } from './register.ts';

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

test('the language is Swedish if none is given', async () => {
  const { url } = await startApp();
  const phone = await registerHousehold(url);
  expect((await phone.documents()).get(profilePath(phone.account.uid))).toMatchObject({ language: 'sv' });
});

test('an e-mail can be registered once, regardless of case and spaces, and a refusal signs nobody in', async () => {
  const { url } = await startApp();
  await postJson(url, '/api/register', astrid);
  const again = await postJson(url, '/api/register', {
    ...astrid,
    email: ' aSTRID@example.ORG',
    password: 'another',
  });
  expect([again.status, codeOf(again), again.cookie]).toEqual([409, 'email-taken', undefined]);
  const logIn = await postJson(url, '/api/log-in', { email: astrid.email, password: 'another' });
  expect(codeOf(logIn)).toBe('invalid-credentials');
});

test('of many concurrent registrations of one e-mail one succeeds, and only its household exists', async () => {
  const { url } = await startApp();
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, i) =>
      postJson(url, '/api/register', { ...astrid, password: `hemligt-${i}` }),
    ),
  );
  const winners = answers.filter(({ status }) => status === 200);
  expect(winners).toHaveLength(1);
  for (const answer of answers.filter(({ status }) => status !== 200)) {
    expect([answer.status, codeOf(answer), answer.cookie]).toEqual([409, 'email-taken', undefined]);
  }
  const index = answers.findIndex(({ status }) => status === 200);
  const logIn = await postJson(url, '/api/log-in', { email: astrid.email, password: `hemligt-${index}` });
  expect(logIn.body).toEqual(winners[0]?.body);
});

test.each([
  ['12345', 'weak-password'],
  ['🚲🚲🚲🚲🚲', 'weak-password'],
  ['🚲🚲🚲🚲🚲🚲', undefined],
  ['123456', undefined],
])('the password %s gives %s', async (password, code) => {
  const { url } = app();
  const answer = await postJson(url, '/api/register', { ...uniqueRegistration(), password });
  expect([answer.status, codeOf(answer)]).toEqual([code ? 400 : 200, code]);
});

test('a short password is reported even if another field is wrong too', async () => {
  const { url } = app();
  const answer = await postJson(url, '/api/register', {
    ...uniqueRegistration(),
    firstName: '',
    password: '12345',
  });
  expect(answer.body).toMatchObject({ error: { code: 'weak-password', field: 'password', problem: 'weak' } });
});

test.each([
  ['firstName', '', 'empty'],
  ['firstName', '   ', 'empty'],
  ['firstName', 'x'.repeat(101), 'long'],
  ['firstName', 'a\u0000b', 'characters'],
  ['lastName', 'a\u0007b', 'characters'],
  ['lastName', '\ud800', 'characters'],
  ['lastName', 7, 'characters'],
  ['lastName', null, 'characters'],
  ['lastName', { $gt: '' }, 'characters'],
  ['email', 'astrid', 'email'],
  ['email', 'a@b', 'email'],
  ['email', 'a@b.se', undefined],
  ['email', 'root@localhost', 'email'],
  ['email', ['astrid@example.org'], 'characters'],
  ['email', `${'a'.repeat(250)}@example.org`, 'long'],
  ['password', '', 'empty'],
  ['password', 'x'.repeat(1025), 'long'],
  ['password', 'hemligt\ud800', 'long'],
  ['language', 'de', 'characters'],
])('a %s of %j is refused with the field and %s', async (field, value, problem) => {
  const { url } = app();
  const someone = uniqueRegistration();
  const answer = await postJson(url, '/api/register', { ...someone, [field]: value });
  if (problem === undefined) {
    expect(answer.status).toBe(200);
    return;
  }
  expect(answer).toMatchObject({ status: 400, cookie: undefined });
  expect(answer.body).toEqual({
    error: { code: 'invalid-request', message: expect.any(String), field, problem },
  });
  expect(codeOf(await postJson(url, '/api/log-in', someone))).toBe('invalid-credentials');
});

test('a missing field is named in the error', async () => {
  const { url } = app();
  const { lastName: _missing, ...rest } = uniqueRegistration();
  expect((await postJson(url, '/api/register', rest)).body).toMatchObject({ error: { field: 'lastName' } });
});

test('ids and roles in the message are ignored', async () => {
  const { url } = app();
  const first = await registerHousehold(url);
  const { uid, household } = first.account;
  const intruder = { ...uniqueRegistration(), uid, household, role: 'admin' };
  const answer = await postJson(url, '/api/register', intruder);
  expect(accountIn(answer).uid).not.toBe(uid);
  expect(accountIn(answer).household).not.toBe(household);
  const { body } = await get(url, '/api/who-am-i', { cookie: answer.cookie ?? '' });
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

test('a taken e-mail is refused to every other form, also with the right password', async () => {
  const { url } = app();
  const [someone, other] = [uniqueRegistration(), uniqueRegistration()].map((one) => ({
    ...one,
    attempt: newId(),
  })) as [typeof astrid & { attempt: string }, typeof astrid & { attempt: string }];
  for (const one of [someone, other]) await send(url, one);
  const { attempt: _none, ...old } = someone;
  for (const form of [old, { ...someone, attempt: newId() }, { ...someone, attempt: other.attempt }]) {
    const answer = await send(url, form);
    expect([answer.status, codeOf(answer), answer.cookie]).toEqual([409, 'email-taken', undefined]);
  }
});

test('a taken e-mail with another password signs nobody in, also from the same form', async () => {
  const { url } = app();
  const someone = { ...uniqueRegistration(), attempt: newId() };
  await send(url, someone);
  for (const password of ['another', `${someone.password} `, someone.password.toUpperCase()]) {
    const answer = await send(url, { ...someone, password });
    expect([answer.status, codeOf(answer), answer.cookie]).toEqual([409, 'email-taken', undefined]);
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
