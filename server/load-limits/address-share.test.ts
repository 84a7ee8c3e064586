import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { calls } from '#domain/protocol/calls.ts';
import { registerHousehold } from '#tests/support/people/household.ts';
import { startApp, until } from '#tests/support/server/app.ts';
import { get } from '#tests/support/server/http.ts';
import { FairShare } from './fair-share.ts';

const SCHOOL = '203.0.113.7';
const HOME = '198.51.100.1';
const twelve = Array.from({ length: 12 }, (_, index) => `family${index}`);

/** A pace whose clock moves to the next end of a pause when all of it waits. */
function onOwnClock() {
  let now = 5000;
  const asleep: { at: number; wake: () => void }[] = [];
  const fairShare = new FairShare(
    { opsPerMinute: 600 },
    () => now,
    (ms) => new Promise<void>((wake) => asleep.push({ at: now + ms, wake })),
  );
  /** Returns the ms until this is settled. */
  const timeOf = async (work: Promise<unknown>) => {
    const begun = now;
    let isOver = false;
    void work.finally(() => {
      isOver = true;
    });
    for (let idle = 0; !isOver && idle < 20; idle += 1) {
      await nextTurn();
      const [first] = asleep.toSorted((a, b) => a.at - b.at);
      if (isOver || !first || idle < 3) continue;
      now = Math.max(now, first.at);
      asleep.splice(asleep.indexOf(first), 1)[0]?.wake();
      idle = 0;
    }
    return now - begun;
  };
  const making: string[] = [];
  const begin = (ip: string, household: string) =>
    void fairShare.from(ip).runInTurn(household, async () => {
      making.push(household);
      await new Promise(() => undefined);
    });
  return { fairShare, timeOf, pass: (ms: number) => (now += ms), making, begin };
}

/** Each of twelve families at the school asks for as much as it may have at once. */
const allOfSchool = (fairShare: FairShare) =>
  Promise.all(twelve.map((family) => fairShare.from(SCHOOL).waitTurn(family, 20_000)));

test('the families of an address have their own shares while nobody else asks', async () => {
  const { fairShare, timeOf } = onOwnClock();
  expect(await timeOf(allOfSchool(fairShare))).toBe(0);
});

test('while somebody else asks they have the share of two families together, and the other one waits for nothing', async () => {
  const { fairShare, timeOf } = onOwnClock();
  await fairShare.from(HOME).waitTurn('home');
  const school = allOfSchool(fairShare);
  expect(await timeOf(fairShare.from(HOME).waitTurn('home', 10_000))).toBe(0);
  // Twelve times the work of two seconds at half of it each, but for what came first and what is asked for last.
  expect(await timeOf(school)).toBeCloseTo(((12 - 2) * 2000) / 2, -1);
});

test('however many networks of one /48 ask for much, they have half the server, and who asks for little waits for nothing', async () => {
  const { fairShare, timeOf } = onOwnClock();
  const network = (index: number) => fairShare.from(`2001:db8:5:${index.toString(16)}00::1`);
  await fairShare.from(HOME).waitTurn('home');
  const often = async (index: number) => {
    for (let i = 0; i < 10; i += 1) await network(index).waitTurn(`stranger${index}`, 5000);
  };
  const strangers = Promise.all(twelve.map((_, index) => often(index)));
  expect(await timeOf(fairShare.from(HOME).waitTurn('home'))).toBe(0);
  // Each at its own pace would need three seconds; as the share of five, the work of sixty needs twelve but for what comes at once.
  expect(await timeOf(strangers)).toBeGreaterThan(7000);
});

test.each([
  ['2001:db8:5:00ff::1', '/56'],
  ['2001:db8:5:ff00::1', '/48'],
])('a network asks with those around it: %s in one %s', async (last) => {
  const { fairShare, timeOf } = onOwnClock();
  await fairShare.from(HOME).waitTurn('home');
  for (let index = 0; index < 20; index += 1)
    fairShare.from(`2001:db8:5:${index.toString(16)}::1`).count(`stranger${index}`, 10_000);
  expect(await timeOf(fairShare.from(last).waitTurn('another'))).toBeGreaterThan(0);
  expect(await timeOf(fairShare.from('2001:db8:6::1').waitTurn('elsewhere'))).toBe(0);
});

test('of those who ask for much, from however many networks, one reply is in the making', async () => {
  const { fairShare, making, begin } = onOwnClock();
  await fairShare.from(HOME).waitTurn('home');
  for (const family of twelve) {
    const ip = `2001:db8:${family.slice(6)}::1`;
    await fairShare.from(ip).waitTurn(family, 2500);
    begin(ip, family);
  }
  begin(HOME, 'home');
  expect(making).toEqual(['family0', 'home']);
});

test('those who ask for much take turns by /48: however many networks one has, another one waits for one reply of it', async () => {
  const { fairShare, timeOf } = onOwnClock();
  await fairShare.from(HOME).waitTurn('home');
  const made: string[] = [];
  const networks = twelve.map((family) => ({ family, ip: `2001:db8:5:${family.slice(6)}00::1` }));
  const all = [...networks, { family: 'elsewhere', ip: SCHOOL }];
  for (const { family, ip } of all) await fairShare.from(ip).waitTurn(family, 10_000);
  const replies = all.map(({ family, ip }) =>
    fairShare.from(ip).runInTurn(family, async () => made.push(family)),
  );
  await timeOf(Promise.all(replies));
  expect(made.slice(0, 2)).toEqual(['family0', 'elsewhere']);
  expect(made).toHaveLength(13);
});

test('what an address did while it was alone is not held against it, and alone again it waits for nothing', async () => {
  const { fairShare, timeOf, pass } = onOwnClock();
  for (let i = 0; i < 10; i += 1) await allOfSchool(fairShare).then(() => pass(2000));
  await fairShare.from(HOME).waitTurn('home');
  expect(await timeOf(fairShare.from(SCHOOL).waitTurn('another'))).toBe(0);
  pass(60_000);
  expect(await timeOf(allOfSchool(fairShare))).toBe(0);
});

test('a family behind the address of a greedy one waits for one request of each, not for all of them', async () => {
  const { fairShare, timeOf } = onOwnClock();
  await fairShare.from(HOME).waitTurn('home');
  for (const family of twelve) void fairShare.from(SCHOOL).waitTurn(family, 5000);
  for (let i = 0; i < 20; i += 1)
    for (const family of twelve) void fairShare.from(SCHOOL).waitTurn(family, 5000);
  // One of each is the work of two seconds.
  expect(await timeOf(fairShare.from(SCHOOL).waitTurn('honest'))).toBeLessThan(4000);
});

test('while somebody else asks, one reply of an address is in the making', async () => {
  const { fairShare, making, begin } = onOwnClock();
  await fairShare.from(HOME).waitTurn('home');
  await fairShare.from(SCHOOL).waitTurn('a');
  for (const household of 'abcdefghijkl') begin(SCHOOL, household);
  begin(HOME, 'home');
  expect(making).toEqual(['a', 'home']);
});

test('while somebody else asks, an address with many who want a reply rests after each four times as long', async () => {
  const { fairShare, timeOf, pass } = onOwnClock();
  // The first is made at once, before the clock is read.
  const make = (ip: string, households: number, ms: number) =>
    timeOf(
      Promise.all(
        twelve
          .slice(0, households)
          .map((family) => fairShare.from(ip).runInTurn(family, async () => void pass(ms))),
      ),
    );
  await fairShare.from(SCHOOL).waitTurn('family');
  expect(await make(SCHOOL, 12, 30)).toBe(0);
  await fairShare.from(HOME).waitTurn('home');
  // The last two follow each other at once.
  expect(await make(SCHOOL, 12, 30)).toBe(11 * 30 + 10 * 120);
  expect(await make('192.0.2.1', 12, 200)).toBe(11 * 200 + 10 * 250);
});

test('however slow the store is, two households of an address wait for nothing but each other', async () => {
  const { fairShare, timeOf, pass } = onOwnClock();
  await fairShare.from(SCHOOL).waitTurn('family');
  await fairShare.from(HOME).waitTurn('home');
  const taps = ['a', 'b', 'a', 'b'].map((family) =>
    fairShare.from(HOME).runInTurn(family, async () => void pass(500)),
  );
  expect(await timeOf(Promise.all(taps))).toBe(3 * 500);
});

test('a reply to a phone that is gone is not made, and nobody rests for it', async () => {
  const { fairShare, timeOf, pass } = onOwnClock();
  await fairShare.from(SCHOOL).waitTurn('family');
  await fairShare.from(HOME).waitTurn('home');
  const made: string[] = [];
  const replies = twelve.map((family) =>
    fairShare.from(SCHOOL).runInTurn(
      family,
      async () => {
        made.push(family);
        pass(30);
      },
      () => family !== 'family0' && family !== 'family11',
    ),
  );
  // The first is made at once, before the clock is read; it alone has a rest after it.
  expect(await timeOf(Promise.allSettled(replies))).toBe(120 + 30);
  expect(made).toEqual(['family0', 'family11']);
  await expect(replies[1]).rejects.toMatchObject({ code: 'unavailable' });
});

test('refusals to an address leave at a bounded rate while somebody else asks', async () => {
  const { fairShare, timeOf } = onOwnClock();
  const refuse = (ip: string, times: number) =>
    timeOf(Promise.all(Array.from({ length: times }, () => fairShare.from(ip).refuse())));
  await fairShare.from(SCHOOL).waitTurn('family');
  expect(await refuse(SCHOOL, 1000)).toBe(0);
  await fairShare.from(HOME).waitTurn('home');
  expect(await refuse(SCHOOL, 10)).toBe(0);
  expect(await refuse(SCHOOL, 90)).toBe(90 * 25);
  expect(await refuse('192.0.2.1', 10)).toBe(0);
});

test.each([
  ['IPv4 addresses', (index: number) => `192.0.2.${index}`, 20 * 10],
  // For a /48 each counts an eighth.
  ['networks of one /48', (index: number) => `2001:db8:5:${index.toString(16)}00::1`, 9 * 8 + 1],
])(
  'refusals to many %s leave at the rate of one, and who is rarely refused waits for nothing',
  async (_of, ip, atOnce) => {
    const { fairShare, timeOf } = onOwnClock();
    await fairShare.from(HOME).waitTurn('home');
    const all = Array.from({ length: 20 * 20 }, (_, index) => fairShare.from(ip(index % 20)).refuse());
    expect(await timeOf(fairShare.from(HOME).refuse())).toBe(0);
    expect(await timeOf(Promise.all(all))).toBe((20 * 20 - atOnce) * 25);
  },
);

test('of too many refusals the last are given up after ten seconds', async () => {
  const { fairShare, timeOf } = onOwnClock();
  await fairShare.from(HOME).waitTurn('home');
  const refusals = Array.from({ length: 500 }, () => fairShare.from(SCHOOL).refuse());
  expect(await timeOf(Promise.all(refusals))).toBe(10_000);
  const sent = (await Promise.all(refusals)).filter(Boolean);
  expect(sent).toHaveLength(10 + 400);
});

test('a refused request waits for its reply while another address asks, and that one waits for nothing', async () => {
  const { url } = await startApp({ env: { TRUST_PROXY: '1' } });
  const home = await registerHousehold(url);
  home.headers = { 'x-forwarded-for': HOME };
  await home.sync();
  const at = (ip: string) => get(url, calls.activity.path, { 'x-forwarded-for': ip });
  let answered = 0;
  const begun = performance.now();
  const school = Promise.all(Array.from({ length: 60 }, () => at(SCHOOL).then(() => (answered += 1))));
  expect((await at(HOME)).status).toBe(401);
  expect((await home.trySync()).status).toBe(200);
  expect(answered).toBeLessThan(60);
  await school;
  expect(performance.now() - begun).toBeGreaterThan(40 * 25);
});

let uptime = 0;

// Whatever still waits ends with its test.
afterEach(() => {
  uptime += 1e13;
});

test('recent activity is listed at the pace of the household', async () => {
  const app = await startApp({
    env: { OPS_PER_MINUTE: '600' },
    change: () => ({ monotonicNow: () => uptime }),
  });
  const [phone, other] = [await registerHousehold(app.url), await registerHousehold(app.url, 'Nguyen')];
  const list = ({ cookie }: typeof phone) => get(app.url, calls.activity.path, { cookie });
  let answered = 0;
  const all = Array.from({ length: 50 }, async () => {
    const { status } = await list(phone);
    answered += 1;
    return status;
  });
  // A list is begun while two seconds of work, forty of them, are not exceeded.
  await until(() => answered === 41);
  expect((await list(other)).status).toBe(200);
  expect(answered).toBe(41);
  uptime += 10_000;
  expect(await Promise.all(all)).toEqual(all.map(() => 200));
});
