import { expect, test } from 'vitest';
import { EXPORT_PATHS } from '#domain/protocol/calls.ts';
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts';
import { gate } from '#tests/support/gate.ts';
import { type HouseholdOnPhone, registerHousehold } from '#tests/support/people/household.ts';
import { shareApp, startApp, until } from '#tests/support/server/app.ts';
import { codeOf, get } from '#tests/support/server/http.ts';
import { keepResponses } from '#tests/support/server/kept-responses.ts';

const responses = keepResponses();

let held: Promise<void> | undefined;
let waiting = 0;
/** The files in the making, and what they wait for. */
let [running, waitsFor] = [0, Promise.resolve()];
const app = shareApp({
  isStill: true,
  calls: (store) => ({
    async visits(...asked) {
      running += 1;
      await waitsFor;
      running -= 1;
      return store.visits(...asked);
    },
    async session(...found) {
      waiting += 1;
      await held;
      waiting -= 1;
      return store.session(...found);
    },
  }),
});

/** Gives requests up while their session is looked up, and lets the lookups end. */
async function giveUp(...requests: ((signal: AbortSignal) => Promise<Response>)[]): Promise<void> {
  const { passed, open } = gate();
  held = passed;
  const abort = new AbortController();
  const replies = requests.map((send) => send(abort.signal).catch(() => undefined));
  await until(() => waiting === requests.length);
  abort.abort();
  await Promise.all(replies);
  // The server hears of it a moment later.
  await until(() => responses.every(({ closed }) => closed));
  held = undefined;
  open();
  await until(() => waiting === 0);
}

test('requests that are given up before their session is found leave no slot taken', async () => {
  const phone = await registerHousehold(app().url);
  const headers = { origin: phone.url, 'content-type': 'application/json', cookie: phone.cookie };
  const sync = (signal: AbortSignal) =>
    fetch(`${phone.url}/api/sync`, { method: 'POST', body: '{}', headers, signal });
  for (let given = 0; given < 8; given++) await giveUp(sync);
  expect((await phone.trySync()).status).toBe(200);
});

test('exports that are given up before their session is found keep no other family waiting', async () => {
  const { url } = app();
  const families = await Promise.all(['A', 'B', 'C', 'D'].map((name) => registerHousehold(url, name)));
  const [other, ...gone] = families;
  const exportOf = (cookie: string) => (signal: AbortSignal) =>
    fetch(url + EXPORT_PATHS.everything, { headers: { cookie }, signal });
  await giveUp(...gone.map(({ cookie }) => exportOf(cookie)));
  const { status } = await get(url, EXPORT_PATHS.visits, { cookie: other?.cookie ?? '' });
  expect(status).toBe(200);
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
