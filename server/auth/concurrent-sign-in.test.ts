import { expect, test } from 'vitest';
import { calls } from '#domain/protocol/calls.ts';
import type { Store } from '#server/store/ports/store.ts';
import { type HouseholdOnPhone, PASSWORD, registerHousehold } from '#tests/support/people/household.ts';
import { addPasskey, makeCodes, postCall, strictFamily } from '#tests/support/people/passkey-family.ts';
import { startWithPausedCall } from '#tests/support/server/app-with-paused-call.ts';
import { codeOf, get, postJson } from '#tests/support/server/http.ts';
import { createOneTimeLink } from './mail/one-time-links.ts';

const ANOTHER = 'korrekt häst batteri';

const logIn = ({ url, account: { email } }: HouseholdOnPhone, cookie = '') =>
  postJson(url, calls.logIn.path, { email, password: PASSWORD }, { cookie });
const change = (phone: HouseholdOnPhone) => phone.post(calls.changePassword.path, { password: ANOTHER });

/** Recovers the account with a mailed link. */
async function recover({ url, account }: HouseholdOnPhone, store: Store) {
  const body = { emailKey: account.email, isByHost: true };
  const link = await createOneTimeLink(
    { store, now: Date.now, origin: () => url },
    'recovery',
    account.uid,
    body,
  );
  return postJson(url, calls.recover.path, { token: link.split('#')[1], password: ANOTHER });
}

test.each([
  ['changed', change],
  ['reset by recovery', recover],
])('a log-in is refused without a session if its password is %s meanwhile', async (_, meanwhile) => {
  const { url, store, before } = await startWithPausedCall('openSession');
  const phone = await registerHousehold(url);
  const answer = await before(
    () => logIn(phone),
    () => meanwhile(phone, store),
  );
  expect([answer.status, codeOf(answer)]).toEqual([401, 'invalid-credentials']);
  expect(answer.headers.getSetCookie()).toEqual([]);
  expect(await store.sessionsOf(phone.account.uid, '')).toHaveLength(1);
});

test('a log-in does not reach the second factor if its password is changed meanwhile', async () => {
  const { url, before } = await startWithPausedCall('putOneTimeToken');
  const { family } = await strictFamily(url);
  const answer = await before(
    () => logIn(family),
    () => change(family),
  );
  expect([answer.status, codeOf(answer)]).toEqual([401, 'invalid-credentials']);
  expect(answer.headers.getSetCookie()).toEqual([]);
});

test('a recovery starts no session if another recovery finishes first', async () => {
  const { url, store, before } = await startWithPausedCall('openSession');
  const phone = await registerHousehold(url);
  const answer = await before(
    () => recover(phone, store),
    () => recover(phone, store),
  );
  expect([answer.status, codeOf(answer)]).toEqual([401, 'invalid-credentials']);
  expect(await store.sessionsOf(phone.account.uid, '')).toHaveLength(1);
});

test('a log-in refused at the last moment keeps the old session of the browser', async () => {
  const { url, before } = await startWithPausedCall('openSession');
  const [phone, other] = [await registerHousehold(url), await registerHousehold(url, 'Nguyen')];
  const { cookie, account } = other;
  const answer = await before(
    () => logIn(phone, cookie),
    () => change(phone),
  );
  expect(codeOf(answer)).toBe('invalid-credentials');
  expect((await get(url, calls.whoAmI.path, { cookie })).body).toEqual({ account });
});

test('a new password is not overwritten by a log-in that rehashes the old one', async () => {
  const { url, store, before } = await startWithPausedCall('setPassword');
  const phone = await registerHousehold(url);
  const { uid, email } = phone.account;
  const outdated = '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4';
  await store.setPassword(uid, outdated);
  const answer = await before(
    () => postJson(url, calls.logIn.path, { email, password: 'password' }),
    () => change(phone),
  );
  expect(codeOf(answer)).toBe('invalid-credentials');
  expect((await postJson(url, calls.logIn.path, { email, password: ANOTHER })).status).toBe(200);
});

test('a password change is refused if a recovery ends its session meanwhile', async () => {
  const { url, store, before } = await startWithPausedCall('changePassword');
  const phone = await registerHousehold(url);
  const theirs = { password: 'en fras av någon annan' };
  const answer = await before(
    () => phone.post(calls.changePassword.path, theirs),
    () => recover(phone, store),
  );
  expect([answer.status, codeOf(answer)]).toEqual([401, 'not-signed-in']);
  const { email } = phone.account;
  expect((await postJson(url, calls.logIn.path, { email, ...theirs })).status).toBe(401);
  expect((await postJson(url, calls.logIn.path, { email, password: ANOTHER })).status).toBe(200);
});

test('a log-in is asked for the passkey and gets no session if the passkey becomes required meanwhile', async () => {
  const { url, store, before } = await startWithPausedCall('openSession');
  const phone = await registerHousehold(url);
  await addPasskey(phone);
  await makeCodes(phone);
  const answer = await before(
    () => logIn(phone),
    () => postCall(phone, 'requirePasskey', { required: true }),
  );
  expect([answer.status, answer.body]).toEqual([200, { next: 'passkey' }]);
  expect(await store.sessionsOf(phone.account.uid, '')).toHaveLength(1);
});
