import { connect } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import * as fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { PROTOCOL } from '#domain/protocol/calls.ts';
import { type HouseholdOnPhone, registerHousehold } from '#tests/support/people/household.ts';
import { seed } from '#tests/support/seed.ts';
import { shareApp, until } from '#tests/support/server/app.ts';
import { keepResponses } from '#tests/support/server/kept-responses.ts';
import { syncGate } from '../sync/sync-gate.ts';
import { FairShare } from './fair-share.ts';

/** A pace on a clock that only its own pauses move; `run` carries out works one after the other. */
function onOwnClock(opsPerMinute = 600) {
  const clock = { now: 5000 };
  const fairShare = new FairShare(
    { opsPerMinute },
    () => clock.now,
    async (ms) => {
      clock.now += ms;
    },
  );
  return { clock, fairShare };
}

test('a household has the work of two seconds at once, then ten thousand documents a second, whatever their sizes', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 50, max: 3000 }), { minLength: 1, maxLength: 60 }),
      async (works) => {
        const { clock, fairShare } = onOwnClock();
        for (const work of works) await fairShare.waitTurn('anna', work);
        const before = works.slice(0, -1).reduce((sum, work) => sum + work, 0);
        expect(clock.now - 5000).toBeCloseTo(Math.max(0, before / 10 - 2000), -1);
      },
    ),
    { seed },
  );
});

test('a household waits for its own work alone, and for none once it has rested', async () => {
  const { clock, fairShare } = onOwnClock();
  fairShare.count('anna', 50_000);
  expect(await fairShare.waitTurn('bo')).toBe(false);
  expect(clock.now).toBe(5000);
  expect(await fairShare.waitTurn('anna')).toBe(true);
  expect(clock.now).toBe(8000);
  clock.now += 10_000;
  expect(await fairShare.waitTurn('anna', 20_000)).toBe(false);
});

test('a host who lets a family send more lets it read more, and one who lets it send less slows no reading', async () => {
  const waited = async (opsPerMinute: number) => {
    const { clock, fairShare } = onOwnClock(opsPerMinute);
    fairShare.count('anna', 60_000);
    await fairShare.waitTurn('anna');
    return clock.now - 5000;
  };
  expect([await waited(60), await waited(600), await waited(1200)]).toEqual([4000, 4000, 1000]);
});

/** A pace on a clock that moves to the next end of a pause; `asleep` are the ends of all that sleep. */
function withSleepers() {
  let now = 5000;
  const asleep: { at: number; wake: () => void }[] = [];
  const most = { asleep: 0, pauses: 0 };
  const fairShare = new FairShare(
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
  return { fairShare, most, wakeAll };
}

test('of a household 32 requests wait, one sleeps, and each has its turn', async () => {
  const { fairShare, most, wakeAll } = withSleepers();
  fairShare.count('anna', 30_000);
  const begun: number[] = [];
  const all = Array.from({ length: 32 }, (_, index) =>
    fairShare.waitTurn('anna').then(() => begun.push(index)),
  );
  await expect(fairShare.waitTurn('anna')).rejects.toMatchObject({
    code: 'too-many-requests',
    fault: { retryAfter: 1 },
  });
  expect(await fairShare.waitTurn('bo')).toBe(false);
  await wakeAll();
  await Promise.all(all);
  expect(begun).toEqual(Array.from({ length: 32 }, (_, index) => index));
  expect(most).toEqual({ asleep: 1, pauses: 32 });
  const next = fairShare.waitTurn('anna');
  await wakeAll();
  expect(await next).toBe(true);
});

test('one who is gone waits no longer and counts for nothing', async () => {
  const { fairShare, most, wakeAll } = withSleepers();
  fairShare.count('anna', 30_000);
  let isAborted = false;
  const gone = Array.from({ length: 31 }, () =>
    fairShare.waitTurn('anna', 10_000, () => isAborted).catch(({ code }) => code),
  );
  const last = fairShare.waitTurn('anna');
  isAborted = true;
  await wakeAll();
  expect(await Promise.all(gone)).toEqual(gone.map(() => 'unavailable'));
  expect(await last).toBe(true);
  expect(most.pauses).toBe(1);
});

let uptime = 0;
let sessions = 0;
const app = shareApp({
  env: { OPS_PER_MINUTE: '600' },
  calls: (store) => ({
    async session(...found) {
      const session = await store.session(...found);
      sessions += 1;
      return session;
    },
  }),
  change: () => ({ monotonicNow: () => uptime }),
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
  const fairShare = { from: () => ({ waitTurn: async (_of: string, work: number) => works.push(work) < 0 }) };
  const [requestsOfSession, requestsOfHousehold] = [{ take: () => undefined }, { take: () => undefined }];
  const limits = { fairShare, requestsOfSession, requestsOfHousehold };
  const sessions = { requireSession: async () => ({ session: 's', account: { household: 'anna' } }) };
  const gate = syncGate({ sessions, limits } as never);
  for (const length of ['100', '1048576', '900000000000000', undefined])
    await gate.enter({ headers: { 'content-length': length } } as never, { raw: {} } as never);
  expect(works.map(Math.floor)).toEqual([51, 10_535, 10_535, 10_535]);
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
