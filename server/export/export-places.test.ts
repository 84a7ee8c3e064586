import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { EXPORT_PATHS } from '#domain/protocol/calls.ts';
import { LIVE_PATH } from '#domain/protocol/live.ts';
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts';
import { gate } from '#tests/support/gate.ts';
import { type HouseholdOnPhone, registerHousehold } from '#tests/support/people/household.ts';
import { shareApp, startApp, until } from '#tests/support/server/app.ts';
import { codeOf, get } from '#tests/support/server/http.ts';

let [running, waitsFor] = [0, Promise.resolve()];
const app = shareApp({
  isStill: true,
  change: ({ store }) => ({
    store: {
      ...store,
      visits: async (...asked) => {
        running += 1;
        await waitsFor;
        running -= 1;
        return store.visits(...asked);
      },
    },
  }),
});

const file = ({ url, cookie }: HouseholdOnPhone) => get(url, EXPORT_PATHS.visits, { cookie });

test('three families that take long keep a fourth waiting for a minute, then the first of them gives way', async () => {
  const families = await Promise.all(['A', 'B', 'C', 'D'].map((name) => registerHousehold(app().url, name)));
  const [fourth, ...slow] = families as [HouseholdOnPhone, ...HouseholdOnPhone[]];
  const { passed, open } = gate();
  waitsFor = passed;
  const files: Promise<unknown>[] = [];
  for (const family of slow) {
    files.push(file(family).catch(() => 'gone'));
    await until(() => running === files.length);
    app().clock.ahead += 1000;
  }
  app().clock.ahead += MINUTE_MS - 4000;
  expect((await file(fourth)).status).toBe(429);
  app().clock.ahead += 1000;
  waitsFor = Promise.resolve();
  expect((await file(fourth)).status).toBe(200);
  expect(await files[0]).toBe('gone');
  open();
  expect(await Promise.all(files.slice(1))).toMatchObject([{ status: 200 }, { status: 200 }]);
});

test('a family takes ten files in an hour, also ones that it gave up, and another is not told to wait', async () => {
  const limited = await startApp({ isStill: true, env: { OPS_PER_MINUTE: '600' } });
  const [phone, other] = [
    await registerHousehold(limited.url),
    await registerHousehold(limited.url, 'Nguyen'),
  ];
  for (let taken = 0; taken < 10; taken += 1) {
    expect((await file(phone)).status).toBe(200);
    limited.clock.ahead += MINUTE_MS;
  }
  const refused = await file(phone);
  expect([refused.status, codeOf(refused)]).toEqual([429, 'too-many-requests']);
  const wait = Number(refused.headers.get('retry-after'));
  expect(wait).toBeGreaterThan(49 * 60);
  expect(wait).toBeLessThanOrEqual(HOUR_MS / 1000 - 10 * 60);
  expect((await file(other)).status).toBe(200);
  limited.clock.ahead += wait * 1000;
  expect((await file(phone)).status).toBe(200);
  expect((await file(phone)).status).toBe(429);
});

test('files asked for behind a stream that never ends, on its connection, take no place', async () => {
  const { url } = app();
  const families = await Promise.all(['A', 'B', 'C', 'D'].map((name) => registerHousehold(url, name)));
  const [fourth, ...behind] = families as [HouseholdOnPhone, ...HouseholdOnPhone[]];
  const streams = behind.map(async ({ cookie }) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    for (const path of [LIVE_PATH, EXPORT_PATHS.visits])
      socket.write(`GET ${path} HTTP/1.1\r\nHost: ${new URL(url).host}\r\nCookie: ${cookie}\r\n\r\n`);
    await once(socket, 'data');
  });
  await Promise.all(streams);
  expect((await file(fourth)).status).toBe(200);
});
