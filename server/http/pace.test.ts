import { EventEmitter } from 'node:events';
import { connect } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import * as fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { PROTOCOL } from '#domain/protocol/calls.ts';
import { type HouseholdOnPhone, registerHousehold } from '#tests/support/people/household.ts';
import { seed } from '#tests/support/seed.ts';
import { shareApp, until } from '#tests/support/server/app.ts';
import { keepResponses } from '#tests/support/server/kept-responses.ts';
import { SyncGate } from '../sync/sync-gate.ts';
import { Pace } from './pace.ts';

/** A pace on a clock that only its own pauses move; `run` carries out works one after the other. */
function onOwnClock(opsPerMinute = 600) {
  const clock = { now: 5000 };
  const pace = new Pace(
    { opsPerMinute },
    () => clock.now,
    async (ms) => {
      clock.now += ms;
    },
  );
  return { clock, pace };
}

test('a household has the work of two seconds at once, then ten thousand documents a second, whatever their sizes', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 50, max: 3000 }), { minLength: 1, maxLength: 60 }),
      async (works) => {
        const { clock, pace } = onOwnClock();
        for (const work of works) await pace.begin('anna', work);
        const before = works.slice(0, -1).reduce((sum, work) => sum + work, 0);
        expect(clock.now - 5000).toBeCloseTo(Math.max(0, before / 10 - 2000), -1);
      },
    ),
    { seed },
  );
});

test('a household waits for its own work alone, and for none once it has rested', async () => {
  const { clock, pace } = onOwnClock();
  pace.count('anna', 50_000);
  expect(await pace.begin('bo')).toBe(false);
  expect(clock.now).toBe(5000);
  expect(await pace.begin('anna')).toBe(true);
  expect(clock.now).toBe(8000);
  clock.now += 10_000;
  expect(await pace.begin('anna', 20_000)).toBe(false);
});

test('a host who lets a family send more lets it read more, and one who lets it send less slows no reading', async () => {
  const waited = async (opsPerMinute: number) => {
    const { clock, pace } = onOwnClock(opsPerMinute);
    pace.count('anna', 60_000);
    await pace.begin('anna');
    return clock.now - 5000;
  };
  expect([await waited(60), await waited(600), await waited(1200)]).toEqual([4000, 4000, 1000]);
});

/** A pace on a clock that moves to the next end of a pause; `asleep` are the ends of all that sleep. */
function withSleepers() {
  let now = 5000;
  const asleep: { at: number; wake: () => void }[] = [];
  const most = { asleep: 0, pauses: 0 };
  const pace = new Pace(
    { opsPerMinute: 600 },
    () => now,
    (ms) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      asleep.push({ at: now + ms, wake: resolve });
      most.asleep = Math.max(most.asleep, asleep.length);
      most.pauses += 1;
      return promise;
    },
  );
  const wakeAll = async () => {
    for (let idle = 0; idle < 3; idle = asleep.length > 0 ? 0 : idle + 1) {
      now = Math.max(now, ...asleep.map(({ at }) => at));
      for (const { wake } of asleep.splice(0)) wake();
      await nextTurn();
    }
  };
  return { pace, most, wakeAll };
}

test('of a household 32 requests wait, one sleeps, and each has its turn', async () => {
  const { pace, most, wakeAll } = withSleepers();
  pace.count('anna', 30_000);
  const begun: number[] = [];
  const all = Array.from({ length: 32 }, (_, index) => pace.begin('anna').then(() => begun.push(index)));
  await expect(pace.begin('anna')).rejects.toMatchObject({
    code: 'too-many-requests',
    fault: { retryAfter: 1 },
  });
  expect(await pace.begin('bo')).toBe(false);
  await wakeAll();
  await Promise.all(all);
  expect(begun).toEqual(Array.from({ length: 32 }, (_, index) => index));
  expect(most).toEqual({ asleep: 1, pauses: 32 });
  const next = pace.begin('anna');
  await wakeAll();
  expect(await next).toBe(true);
});

test('one who is gone waits no longer and counts for nothing', async () => {
  const { pace, most, wakeAll } = withSleepers();
  pace.count('anna', 30_000);
  let isGone = false;
  const gone = Array.from({ length: 31 }, () =>
    pace.begin('anna', 10_000, () => isGone).catch(({ code }) => code),
  );
  const last = pace.begin('anna');
  isGone = true;
  await wakeAll();
  expect(await Promise.all(gone)).toEqual(gone.map(() => 'unavailable'));
  expect(await last).toBe(true);
  expect(most.pauses).toBe(1);
});

let uptime = 0;
let sessions = 0;
const app = shareApp({
  env: { OPS_PER_MINUTE: '600' },
  change: ({ store }) => ({
    uptime: () => uptime,
    store: {
      ...store,
      async session(...found) {
        const session = await store.session(...found);
        sessions += 1;
        return session;
      },
    },
  }),
});

test('a household that asks without end waits, and another is answered at once', async () => {
  const [phone, other] = [await registerHousehold(app().url), await registerHousehold(app().url, 'Nguyen')];
  const message = 'x'.repeat(700_000);
  let answered = 0;
  const all = Array.from({ length: 6 }, async () => {
    const { status } = await phone.anotherPhone().trySync({ more: message } as never);
    answered += 1;
    return status;
  });
  // The work of two seconds is three such bodies.
  await until(() => answered === 3);
  expect((await other.trySync()).status).toBe(200);
  expect(answered).toBe(3);
  uptime += 10_000;
  expect(await Promise.all(all)).toEqual(all.map(() => 200));
});

// Whatever still waits ends with its test.
afterEach(() => {
  uptime += 1e13;
});

const responses = keepResponses();

/** Sends a request over each of so many connections, gives up once `isSeen`, and waits until the server knows. */
async function giveUp(url: string, text: string, isSeen: () => boolean, times = 1): Promise<void> {
  const before = responses.length;
  const sockets = Array.from({ length: times }, () => connect(Number(new URL(url).port), '127.0.0.1'));
  for (const socket of sockets) socket.on('error', () => undefined).write(text);
  await until(isSeen);
  for (const socket of sockets) socket.destroy();
  await until(() => responses.slice(before).every(({ closed }) => closed));
}

const head = ({ url, cookie }: HouseholdOnPhone, line: string, more = '') =>
  `${line} HTTP/1.1\r\nHost: ${new URL(url).host}\r\nOrigin: ${url}\r\nCookie: ${cookie}\r\n${more}\r\n`;

const messageOf = ({ account, device }: HouseholdOnPhone) =>
  JSON.stringify({
    ...{ protocol: PROTOCOL, household: account.household, device, cursor: null },
    ...{ deviceNow: Date.now(), ops: [] },
  });

test('a body counts as long as it was announced, at most as the largest', async () => {
  const works: number[] = [];
  const pace = new Pace({ opsPerMinute: 600 }, () => 0);
  pace.begin = async (_household, work = 0) => works.push(work) < 0;
  const sessions = { requireSession: async () => ({ session: 's', account: { household: 'anna' } }) };
  const gate = new SyncGate({ sessions: sessions as never, pace });
  const reply = { raw: Object.assign(new EventEmitter(), { closed: false }) };
  for (const length of ['100', '1048576', '900000000000000', undefined])
    await gate.enter({ headers: { 'content-length': length } } as never, reply as never);
  expect(works.map(Math.floor)).toEqual([51, 10_535, 10_535, 10_535]);
});

test('a body announced at 900 TB counts as the largest that is taken', async () => {
  const phone = await registerHousehold(app().url);
  const before = sessions;
  const more = 'Content-Type: application/json\r\nContent-Length: 900000000000000\r\n';
  await giveUp(app().url, head(phone, 'POST /api/sync', more), () => sessions > before);
  let status: number | undefined;
  void phone.trySync().then((reply) => {
    status = reply.status;
  });
  await until(() => status !== undefined);
  expect(status).toBe(200);
});

test('a body whose length was not told counts as what was read', async () => {
  const phone = await registerHousehold(app().url);
  const headers = { origin: app().url, cookie: phone.cookie, 'content-type': 'application/json' };
  for (let sent = 0; sent < 8; sent += 1) {
    const body = new Blob([messageOf(phone)]).stream();
    const request = { method: 'POST', headers, body, duplex: 'half' } as RequestInit;
    expect((await fetch(`${app().url}/api/sync`, request)).status).toBe(200);
  }
});

test('streams that are given up while they wait cost their household nothing', async () => {
  const phone = await registerHousehold(app().url);
  // A debt of two seconds and some ms.
  const message = 'x'.repeat(1_000_000);
  for (let sent = 0; sent < 2; sent += 1) await phone.anotherPhone().trySync({ more: message } as never);
  const before = sessions;
  await giveUp(app().url, head(phone, 'GET /api/live'), () => sessions === before + 30, 30);
  uptime += 25;
  expect((await phone.trySync()).status).toBe(200);
});
