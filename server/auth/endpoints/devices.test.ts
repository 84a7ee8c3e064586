import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { calls } from '#domain/protocol/calls.ts';
import { anotherDevice, devicesOf, signedIn } from '#tests/support/people/devices.ts';
import {
  type HouseholdOnPhone,
  newId,
  PASSWORD,
  registerHousehold,
} from '#tests/support/people/household.ts';
import { shareApp, startApp } from '#tests/support/server/app.ts';
import { codeOf, postJson } from '#tests/support/server/http.ts';
import { listen, namesOf } from '#tests/support/server/live-stream.ts';

// Without heartbeats, which would notice that a session ended.
const app = shareApp({ change: () => ({ liveTimes: { heartbeat: 600_000 } }) });

const CHROME = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36';

test('a parent sees every device that is signed in, and which of them is this one', async () => {
  const { url, clock } = await startApp();
  const phone = await registerHousehold(url);
  clock.ahead = 2 * 60 * 60_000;
  const tablet = await anotherDevice(phone, CHROME);
  const listed = await devicesOf(phone);
  expect(listed.map(({ name, isThis }) => [name, isThis]).toSorted()).toEqual([
    ['', true],
    ['Chrome · Android', false],
  ]);
  expect((await devicesOf(tablet)).find(({ isThis }) => isThis)?.name).toBe('Chrome · Android');
  const own = listed.find(({ isThis }) => isThis);
  expect(Date.parse(own?.createdAt ?? '')).toBeLessThan(Date.now() + 1000);
  expect(Object.keys(own ?? {}).toSorted()).toEqual(['createdAt', 'id', 'isThis', 'name', 'seenAt']);
});

test('a device gets the name that the parent gives it', async () => {
  const phone = await registerHousehold(app().url);
  const [own] = await devicesOf(phone);
  const named = await phone.post('/api/name-device', { id: own?.id, name: ' Köksplattan 🍳 ' });
  expect(named.status).toBe(200);
  expect(await devicesOf(phone)).toMatchObject([{ name: 'Köksplattan 🍳' }]);
  expect(codeOf(await phone.post('/api/name-device', { id: own?.id, name: ' ' }))).toBe('invalid-request');
});

test('a device signed out by another one is refused at its next request, and its stream ends at once', async () => {
  const phone = await registerHousehold(app().url);
  const [lost, tablet] = [await anotherDevice(phone, CHROME), await anotherDevice(phone)];
  const streams = await Promise.all(
    [lost, tablet].map(({ cookie }) => listen(phone.url, { cookie, cursor: 1 })),
  );
  const id = (await devicesOf(phone)).find(({ name }) => name !== '')?.id;
  expect((await phone.post('/api/sign-out-device', { id })).status).toBe(200);
  await streams[0]?.ended;
  expect(namesOf(streams[0] ?? fail()).at(-1)).toBe('closed');
  expect(await signedIn(phone, lost, tablet)).toEqual([true, false, true]);
  expect(namesOf(streams[1] ?? fail())).not.toContain('closed');
  streams[1]?.close();
  expect(codeOf(await phone.post('/api/sign-out-device', { id }))).toBe('not-found');
});

test('signing out all other devices ends their sessions and streams, and keeps this one', async () => {
  const phone = await registerHousehold(app().url);
  const others = [await anotherDevice(phone), await anotherDevice(phone)];
  const streams = await Promise.all(others.map(({ cookie }) => listen(phone.url, { cookie, cursor: 1 })));
  expect((await phone.post('/api/sign-out-others', {})).status).toBe(200);
  await Promise.all(streams.map(({ ended }) => ended));
  expect(await signedIn(phone, ...others)).toEqual([true, false, false]);
  expect(await devicesOf(phone)).toMatchObject([{ isThis: true }]);
});

test('only the family itself can see, name or sign out its devices', async () => {
  const { url } = app();
  const [mine, theirs] = [await registerHousehold(url), await registerHousehold(url)];
  const before = await devicesOf(theirs);
  const id = before[0]?.id ?? '';
  expect((await devicesOf(mine)).map((device) => device.id)).not.toContain(id);
  for (const path of ['/api/name-device', '/api/sign-out-device']) {
    const strange = await mine.post(path, { id, name: 'min' });
    const unknown = await mine.post(path, { id: newId(), name: 'min' });
    expect([strange.status, strange.body]).toEqual([404, unknown.body]);
  }
  await mine.post('/api/sign-out-others', {});
  expect(await devicesOf(theirs)).toEqual(before);
});

function fail(): never {
  throw new Error('there is no such stream');
}

/** The hash by which the server knows the session of this cookie. */
const sessionOf = ({ cookie }: { cookie: string }) =>
  createHash('sha256')
    .update(cookie.split('=')[1] ?? '')
    .digest('base64url');
const ask = (sessions: readonly string[], cookie = '') =>
  postJson(app().url, calls.otherAccounts.path, { sessions }, { cookie });

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
  for (const guess of [mine.account.uid, mine.account.household])
    expect(codeOf(await ask([guess]))).toBe('invalid-request');
  expect(codeOf(await ask(Array(21).fill(asked[0])))).toBe('invalid-request');
});

test('a signed-in device learns the hash of its own session, which opens nothing', async () => {
  const mine = await registerHousehold(app().url);
  const own = { uid: mine.account.uid, session: sessionOf(mine) };
  expect((await ask([], mine.cookie)).body).toEqual({ gone: [], own });
  expect((await ask([], `framme=${own.session}`)).body).toEqual({ gone: [] });
});

test('a session that was ended elsewhere is told so, an expired one or one that signed itself out is not', async () => {
  const phone = await registerHousehold(app().url);
  const [lost, previous, stale] = [
    await anotherDevice(phone),
    await anotherDevice(phone),
    await anotherDevice(phone),
  ];
  const reason = async (one: HouseholdOnPhone) => {
    const answer = await one.trySync();
    return [codeOf(answer), (answer.body as { error: { reason?: string } }).error.reason];
  };
  await previous.post(calls.logOut.path, {});
  await replacedBy(stale, await registerHousehold(phone.url));
  await phone.post(calls.signOutOthers.path, {});
  expect(await reason(lost)).toEqual(['not-signed-in', 'ended']);
  expect(await reason(previous)).toEqual(['not-signed-in', undefined]);
  expect(await reason(stale)).toEqual(['not-signed-in', undefined]);
  expect((await phone.trySync()).status).toBe(200);
  const guessed = await postJson(phone.url, calls.sync.path, {}, { cookie: `framme=${'a'.repeat(43)}` });
  expect((guessed.body as { error: { reason?: string } }).error.reason).toBeUndefined();
});

const logOut = (phone: HouseholdOnPhone, session?: string) =>
  phone.post('/api/log-out', session === undefined ? {} : { session });

test('a log-out ends the session of its request and clears the cookie, keeps others, and can be repeated', async () => {
  const phone = await registerHousehold(app().url);
  const other = await anotherDevice(phone);
  const out = await logOut(phone);
  expect([out.status, out.body]).toEqual([200, {}]);
  expect(out.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^framme=; Max-Age=0; Path=\/; Expires=.*1970/),
  ]);
  expect(codeOf(await phone.trySync())).toBe('not-signed-in');
  expect((await other.trySync()).status).toBe(200);
  expect((await logOut(phone)).status).toBe(200);
  const session = sessionOf(other);
  expect((await postJson(app().url, '/api/log-out', { session })).status).toBe(200);
  expect((await other.trySync()).status).toBe(200);
});

test('a log-out that means a session ends that one alone, and else keeps the cookie', async () => {
  const [family, other] = [await registerHousehold(app().url), await registerHousehold(app().url)];
  const answer = await logOut(family, sessionOf(other));
  expect([answer.status, answer.headers.getSetCookie()]).toEqual([200, []]);
  for (const phone of [family, other]) expect((await phone.trySync()).status).toBe(200);
  expect((await logOut(family, sessionOf(family))).status).toBe(200);
  expect((await family.trySync()).status).toBe(401);
});
