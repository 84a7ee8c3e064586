import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { calls } from '#domain/protocol/calls.ts';
import { anotherDevice } from '#tests/support/people/devices.ts';
import { type HouseholdOnPhone, PASSWORD, registerHousehold } from '#tests/support/people/household.ts';
import { shareApp } from '#tests/support/server/app.ts';
import { codeOf, postJson } from '#tests/support/server/http.ts';

const app = shareApp();

/** The hash by which the server knows the session of this cookie. */
const sessionOf = ({ cookie }: { cookie: string }) =>
  createHash('sha256')
    .update(cookie.split('=')[1] ?? '')
    .digest('base64url');
const ask = (sessions: readonly string[], cookie = '') =>
  postJson(app().url, calls.heldAccounts.path, { sessions }, { cookie });

/** Another family signs in on this phone, which ends its session there. */
async function replacedBy(phone: HouseholdOnPhone, other: HouseholdOnPhone): Promise<void> {
  await phone.post(calls.logIn.path, { email: other.account.email, password: PASSWORD });
}

test('without a session a device learns that the account of its former session was deleted, and not before', async () => {
  const { url } = app();
  const [mine, other] = [await registerHousehold(url), await registerHousehold(url)];
  const tablet = await anotherDevice(mine);
  await replacedBy(tablet, other);
  const held = sessionOf(tablet);
  expect((await ask([held])).body).toEqual({ gone: [] });
  expect((await mine.deleteAccount()).status).toBe(200);
  const answer = await ask([held, sessionOf(other)]);
  expect([answer.status, answer.body]).toEqual([200, { gone: [held] }]);
});

test("another family's session learns nothing of an open account by its session, its ids or a guessed hash", async () => {
  const { url } = app();
  const [mine, other] = [await registerHousehold(url), await registerHousehold(url)];
  const asked = [sessionOf(mine), 'A'.repeat(43)];
  const { body } = await ask(asked, other.cookie);
  expect(body).toEqual({ gone: [], own: { uid: other.account.uid, session: sessionOf(other) } });
  for (const guess of [mine.account.uid, mine.account.household, '', 7])
    expect(codeOf(await postJson(url, calls.heldAccounts.path, { sessions: [guess] }))).toBe(
      'invalid-request',
    );
  expect(codeOf(await ask(Array(21).fill(asked[0])))).toBe('invalid-request');
});

test('a signed-in device learns the hash of its own session, which opens nothing', async () => {
  const { url } = app();
  const mine = await registerHousehold(url);
  const own = { uid: mine.account.uid, session: sessionOf(mine) };
  expect((await ask([], mine.cookie)).body).toEqual({ gone: [], own });
  expect((await ask([], `framme=${own.session}`)).body).toEqual({ gone: [] });
});

test('a session that was ended elsewhere is told so, an expired one or one that signed itself out is not', async () => {
  const { url } = app();
  const phone = await registerHousehold(url);
  const [lost, former, stale] = [
    await anotherDevice(phone),
    await anotherDevice(phone),
    await anotherDevice(phone),
  ];
  const reason = async (one: HouseholdOnPhone) => {
    const answer = await one.trySync();
    return [codeOf(answer), (answer.body as { error: { reason?: string } }).error.reason];
  };
  await former.post(calls.logOut.path, {});
  await replacedBy(stale, await registerHousehold(url));
  await phone.post(calls.signOutOthers.path, {});
  expect(await reason(lost)).toEqual(['not-signed-in', 'ended']);
  expect(await reason(former)).toEqual(['not-signed-in', undefined]);
  expect(await reason(stale)).toEqual(['not-signed-in', undefined]);
  expect((await phone.trySync()).status).toBe(200);
  const guessed = await postJson(url, calls.sync.path, {}, { cookie: `framme=${'a'.repeat(43)}` });
  expect((guessed.body as { error: { reason?: string } }).error.reason).toBeUndefined();
});
