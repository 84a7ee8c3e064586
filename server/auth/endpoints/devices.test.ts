import { expect, test } from 'vitest';
import { anotherDevice, devicesOf, signedIn } from '#tests/support/people/devices.ts';
import { newId, registerHousehold } from '#tests/support/people/household.ts';
import { shareApp, startApp } from '#tests/support/server/app.ts';
import { codeOf, get, postJson } from '#tests/support/server/http.ts';
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
  for (const name of ['', ' ', 'x'.repeat(101), 'a\u0000b', 7])
    expect(codeOf(await phone.post('/api/name-device', { id: own?.id, name })), String(name)).toBe(
      'invalid-request',
    );
});

test('a device signed out by another one is refused at its next request, and its stream ends at once', async () => {
  const { url } = app();
  const phone = await registerHousehold(url);
  const [lost, tablet] = [await anotherDevice(phone, CHROME), await anotherDevice(phone)];
  const streams = await Promise.all([lost, tablet].map(({ cookie }) => listen(url, { cookie, cursor: 1 })));
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
  const { url } = app();
  const phone = await registerHousehold(url);
  const others = [await anotherDevice(phone), await anotherDevice(phone)];
  const streams = await Promise.all(others.map(({ cookie }) => listen(url, { cookie, cursor: 1 })));
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
  const writes = [
    ['/api/name-device', { id, name: 'min' }],
    ['/api/sign-out-device', { id }],
  ] as const;
  for (const [path, message] of writes) {
    const [strange, unknown] = [
      await mine.post(path, message),
      await mine.post(path, { ...message, id: newId() }),
    ];
    expect([strange.status, strange.body]).toEqual([404, unknown.body]);
    expect(codeOf(await postJson(url, path, message))).toBe('not-signed-in');
  }
  await mine.post('/api/sign-out-others', {});
  expect(codeOf(await postJson(url, '/api/sign-out-others', {}))).toBe('not-signed-in');
  expect(codeOf(await get(url, '/api/devices'))).toBe('not-signed-in');
  expect(await devicesOf(theirs)).toEqual(before);
});

function fail(): never {
  throw new Error('there is no such stream');
}
