import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { expect, onTestFinished, test } from 'vitest';
import { PROTOCOL } from '#domain/protocol/calls.ts';
import { gate } from '#tests/support/gate.ts';
import { anotherDevice } from '#tests/support/people/devices.ts';
import { newId, registerHousehold } from '#tests/support/people/household.ts';
import { shareApp, until } from '#tests/support/server/app.ts';
import { get } from '#tests/support/server/http.ts';

/** The channel on which Node tells of each received request. */
const RECEIVED = 'http.server.request.start';

let [inTheMaking, most, waitsFor] = [0, 0, Promise.resolve()];
const app = shareApp({
  calls: (store) => ({
    people: async (...asked) => {
      inTheMaking += 1;
      most = Math.max(most, inTheMaking);
      await waitsFor;
      inTheMaking -= 1;
      return store.people(...asked);
    },
  }),
});

test('a household has one reply in the making, and others do not wait for it', async () => {
  const [phone, other] = [await registerHousehold(app().url), await registerHousehold(app().url, 'Nguyen')];
  const { passed, open } = gate();
  [most, waitsFor] = [0, passed];
  let received = 0;
  const count = () => (received += 1);
  subscribe(RECEIVED, count);
  onTestFinished(() => void unsubscribe(RECEIVED, count));
  const replies = Promise.all([1, 2, 3].map(() => phone.anotherPhone().sync()));
  await until(() => inTheMaking === 1);
  const theirs = other.sync();
  await until(() => received === 4 && inTheMaking === 2);
  // A request that comes last is answered after those before it have come as far as they can.
  await get(app().url, '/healthz');
  open();
  expect((await replies).map(({ reset }) => reset)).toEqual([true, true, true]);
  expect((await theirs).reset).toBe(true);
  expect(most).toBe(2);
});

test('the ninth request of a session is told to wait, and finds a place when one was answered', async () => {
  const phone = await registerHousehold(app().url);
  const { passed, open } = gate();
  waitsFor = passed;
  const answered: number[] = [];
  const all = Array.from({ length: 9 }, async () => {
    const { status, headers } = await phone.anotherPhone().trySync();
    answered.push(status);
    return [status, headers.get('retry-after')];
  });
  await until(() => answered.length > 0);
  expect(answered).toEqual([429]);
  open();
  const replies = await Promise.all(all);
  expect(replies.filter(([status]) => status === 200)).toHaveLength(8);
  expect(replies.filter(([status]) => status === 429)).toEqual([[429, '1']]);
  expect((await phone.trySync()).status).toBe(200);
});

test('a household with many sessions has twenty-four requests under way, and another is not told to wait', async () => {
  const [phone, other] = [await registerHousehold(app().url), await registerHousehold(app().url, 'Nguyen')];
  const devices = [phone];
  for (let device = 1; device < 4; device += 1) devices.push(await anotherDevice(phone));
  const { passed, open } = gate();
  waitsFor = passed;
  const answered: number[] = [];
  const requests = devices.flatMap((device) => Array.from({ length: 8 }, () => device.anotherPhone()));
  const all = requests.map(async (device) => answered.push((await device.trySync()).status));
  await until(() => answered.length === 8);
  expect(new Set(answered)).toEqual(new Set([429]));
  const theirs = other.sync();
  open();
  expect((await theirs).reset).toBe(true);
  await Promise.all(all);
  expect(answered.filter((status) => status === 200)).toHaveLength(24);
});

test('a request whose phone went away leaves its place, and a failed one its turn', async () => {
  const phone = await registerHousehold(app().url);
  const { passed, open } = gate();
  waitsFor = passed;
  const message = JSON.stringify({
    protocol: PROTOCOL,
    device: newId(),
    cursor: null,
    deviceNow: 0,
    ops: [],
  });
  const headers = { origin: app().url, 'content-type': 'application/json', cookie: phone.cookie };
  const leaving = new AbortController();
  const body = message.replace('{', `{"household":"${phone.account.household}",`);
  const request = { method: 'POST', headers, body, signal: leaving.signal };
  const gone = Array.from({ length: 8 }, () => fetch(`${app().url}/api/sync`, request).catch(() => 'gone'));
  await until(() => inTheMaking === 1);
  leaving.abort();
  expect(await Promise.all(gone)).toEqual(Array.from({ length: 8 }, () => 'gone'));
  waitsFor = Promise.reject(new Error('the disk is gone'));
  waitsFor.catch(() => undefined);
  open();
  await until(async () => (await phone.trySync()).status === 500);
  waitsFor = Promise.resolve();
  await until(async () => (await phone.trySync()).status === 200);
});
