import { afterEach, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, isoTime, MINUTE_MS } from '#domain/time.ts';
import type { SaidComing } from '#domain/trips/coming.ts';
import {
  askingFamilies,
  askToFollow,
  type FollowingFamilies,
  followersOf,
  followingFamilies,
  followsOf,
  householdOf,
  renamed,
  sayYes,
} from '#tests/support/people/following-families.ts';
import type { HouseholdOnPhone } from '#tests/support/people/household.ts';
import { linkTo, mustRun, visitOf } from '#tests/support/people/linked-visit.ts';
import { clockOf, startAppWithPush } from '#tests/support/people/notified-devices.ts';
import { call, done } from '#tests/support/people/two-parents.ts';
import { shareApp, startApp, until } from '#tests/support/server/app.ts';
import { codeOf } from '#tests/support/server/http.ts';
import { RATE_LIMITS } from '../load-limits/limit-numbers.ts';
import { keyOf } from '../load-limits/load-limits.ts';

const app = shareApp();
afterEach(() => {
  app().clock.ahead = 0;
});

const zone = 'Europe/Stockholm';
const leaves: SaidComing = { says: 'leaves', minutes: 15, zone };
const say = (phone: HouseholdOnPhone, id: string, said: SaidComing) =>
  call(phone, 'sayComing', { ...householdOf(phone), id, said });
const expectedIn = (minutes: number, now = app().clock.now()): SaidComing => {
  const at = now + minutes * MINUTE_MS;
  return { says: 'expected', at: isoTime(at), until: isoTime(at + 9 * HOUR_MS), zone };
};

/** Ella went home a while ago, and her family follows her. */
async function goneHome({ url, clock }: Pick<ReturnType<typeof app>, 'url' | 'clock'> = app()) {
  const families: FollowingFamilies = await followingFamilies(url);
  await mustRun(families.host, 'checkOut', families.ref);
  clock.ahead += 2 * MINUTE_MS;
  families.host.now = clock.now;
  return families;
}

/** What each side reads. */
async function comingTo({ host, home, id }: FollowingFamilies) {
  const of = (rows: readonly { id: string; coming?: object }[]) => rows.find((row) => row.id === id)?.coming;
  const [hosts, homes] = [of(await followersOf(host)), of(await followsOf(home))];
  expect(hosts).toEqual(homes);
  return homes;
}

test('a home says that its child leaves; a check-in ends it, and undoing that reopens it', async () => {
  const families = await goneHome();
  const { host, home, ref, id } = families;
  const { status, body } = await say(home, id, leaves);
  const trip = { startedAt: expect.any(String), due: expect.stringMatching(/:00\.000Z$/), zone };
  expect([status, body]).toMatchObject([200, { coming: { trip } }]);
  expect(await comingTo(families)).toEqual({ trip });
  const tap = host.op('checkIn', ref);
  await host.sync({ ops: [tap] });
  expect(await comingTo(families)).toEqual({});
  expect(codeOf(await say(home, id, leaves))).toBe('checked-in');
  await say(home, id, expectedIn(20 * 60));
  const { previous } = await visitOf({ ...families, visit: tap.op });
  await mustRun(host, 'undo', {
    ...ref,
    visit: tap.op,
    undoes: tap.op,
    ...(previous && { previous: previous.visit }),
  });
  await say(home, id, { says: 'not-expected' });
  expect(await comingTo(families)).toEqual({ trip });
  await done(home, 'sayComing', { ...householdOf(home), id, said: { says: 'no-trip' } });
  expect(await comingTo(families)).toEqual({});
});

test('a trip is over an hour after its time', async () => {
  const families = await goneHome();
  await say(families.home, families.id, leaves);
  const { trip } = (await comingTo(families)) as { trip: { due: string } };
  const { clock } = app();
  clock.ahead += Date.parse(trip.due) + HOUR_MS - 1000 - clock.now();
  expect(await comingTo(families)).toEqual({ trip });
  clock.ahead += 1000;
  expect(await comingTo(families)).toEqual({});
});

test('a check-in of the same child with another child of the host ends the trip, a sibling’s does not', async () => {
  const families = await goneHome();
  const { host, home, ref } = families;
  const also = async (name: string, isAgreed = true) => {
    const friend = await host.addFriend(await host.addChild('Noa'), name);
    const { link } = await linkTo(host, friend);
    const asked = await askToFollow(home, link);
    if (isAgreed) await sayYes(host, asked);
    await mustRun(host, 'checkOut', friend);
    app().clock.ahead += 2 * MINUTE_MS;
    return friend;
  };
  const [sibling, onlyAsked, same] = [await also('Olle'), await also('Ella', false), await also('Ella Lind')];
  await say(home, families.id, leaves);
  for (const other of [sibling, onlyAsked]) await mustRun(host, 'checkIn', other);
  expect(await comingTo(families)).toHaveProperty('trip.due');
  await mustRun(host, 'checkIn', same);
  expect([ref.visitor === same.visitor, await comingTo(families)]).toEqual([false, {}]);
});

test('a time is said for today or tomorrow; leaving takes its place, and a check-in ends it', async () => {
  const families = await goneHome();
  const { host, home, ref, id } = families;
  for (const said of [expectedIn(-5), expectedIn(49 * 60), { ...expectedIn(5), until: isoTime(0) }])
    expect(codeOf(await say(home, id, said as SaidComing))).toBe('invalid-request');
  await say(home, id, expectedIn(20 * 60));
  // A visit long before the time ends nothing.
  await mustRun(host, 'checkIn', ref);
  await mustRun(host, 'checkOut', ref);
  expect(await comingTo(families)).toHaveProperty('expected.at');
  app().clock.ahead += 2 * MINUTE_MS;
  await say(home, id, leaves);
  expect(Object.keys((await comingTo(families)) ?? {})).toEqual(['trip', 'expected']);
  await say(home, id, expectedIn(120));
  await say(home, id, leaves);
  expect(Object.keys((await comingTo(families)) ?? {})).toEqual(['trip']);
  await say(home, id, { says: 'no-trip' });
  expect(Object.keys((await comingTo(families)) ?? {})).toEqual(['expected']);
  await say(home, id, expectedIn(120));
  await mustRun(host, 'checkIn', ref);
  expect(await comingTo(families)).toEqual({});
});

test('nobody says it but a family that follows, and nothing is shown while its follow is paused', async () => {
  const [asked, families] = [await askingFamilies(app().url), await goneHome()];
  const { host, home, eve, ref, id } = families;
  expect(codeOf(await say(asked.home, asked.id, leaves))).toBe('not-found');
  for (const other of [eve, host]) expect(codeOf(await say(other, id, leaves))).toBe('not-found');
  expect((await call(home, 'sayComing', { ...householdOf(eve), id, said: leaves })).status).toBe(409);
  await say(home, id, leaves);
  await mustRun(host, 'editFriend', renamed(ref, 'Sam'));
  expect(await comingTo(families)).toEqual({});
  expect(codeOf(await say(home, id, leaves))).toBe('not-found');
  await sayYes(host, id);
  expect(await comingTo(families)).toHaveProperty('trip.due');
  await done(host, 'endFollowing', { ...householdOf(host), id });
  expect(codeOf(await say(home, id, leaves))).toBe('not-found');
});

test('ten are said a day, forty of a home, take-backs aside', async () => {
  const started = await startApp({ isStill: true });
  const { clock, store } = started;
  const { host, home, id, ref } = await goneHome(started);
  for (let i = 0; i < 10; i += 1) {
    expect([i, (await say(home, id, i % 2 ? leaves : expectedIn(60, clock.now()))).status]).toEqual([i, 200]);
    expect((await say(home, id, { says: 'no-trip' })).status).toBe(200);
  }
  expect((await say(home, id, leaves)).status).toBe(429);
  const { link } = await linkTo(host, await host.addFriend(ref.child, 'Olle'));
  const other = await askToFollow(home, link);
  await sayYes(host, other);
  const sayOther = async () => (await say(home, other, expectedIn(60, clock.now()))).status;
  expect(await sayOther()).toBe(200);
  const key = keyOf('comings-of-home', home.account.household);
  for (let i = 11; i < 40; i += 1) await store.attempt(key, clock.now(), RATE_LIMITS.comingsOfHome);
  expect(await sayOther()).toBe(429);
});

test('what is over is purged a day later', async () => {
  const started = await startApp();
  const { store, clock } = started;
  const families = await goneHome(started);
  const { home, id } = families;
  await say(home, id, leaves);
  const said = async () =>
    (await store.followsOf(home.account.household)).find((follow) => follow.id === id)?.coming;
  const purge = () => {
    const now = isoTime(clock.now() - DAY_MS);
    return store.purgeFollowers(undefined, { asked: now, over: now });
  };
  clock.ahead += DAY_MS;
  await purge();
  expect(await said()).toHaveProperty('trip');
  clock.ahead += 2 * HOUR_MS;
  await purge();
  expect(await said()).toEqual({});
});

test('the host hears of a start and of its end, and both of a child who is late, once; nobody of one who came', async () => {
  const { app: pushed, subscribe, shown } = await startAppWithPush();
  const { clock, store } = pushed;
  const families = await goneHome(pushed);
  const { host, home, ref, id } = families;
  const [hosts, homes] = [await subscribe(host), await subscribe(home)];
  const told = () =>
    shown().map(({ to, title }) => [to === hosts ? 'host' : to === homes ? 'home' : '?', title]);
  // Nor being sent: a lease that the clock jumps over would send it again.
  const pass = async (ms: number) => {
    clock.ahead += ms;
    await until(async () => !(await store.hasDueAlerts(isoTime(clock.now() + MINUTE_MS))));
  };
  await until(async () => (await store.waitingNotices(host.account.household)).length === 0);
  await pass(HOUR_MS);
  const before = told().length;
  const since = () => told().slice(before);
  await say(home, id, leaves);
  clock.ahead += 1000;
  await say(home, id, { says: 'no-trip' });
  await pass(HOUR_MS);
  expect(since()).toEqual([]);
  const start = async () => {
    await say(home, id, leaves);
    const { trip } = (await comingTo(families)) as { trip: { due: string } };
    await pass(11_000);
    return trip.due;
  };
  const takeBack = async () => {
    await say(home, id, { says: 'no-trip' });
    await pass(11_000);
  };
  const over = ['host', 'Ella är inte på väg längre'];
  const first = await start();
  await takeBack();
  expect(since()).toEqual([['host', `Ella är på väg, väntas ${clockOf(first)}`], over]);
  expect(shown().at(-1)?.tag).toBe(shown().at(-2)?.tag);
  const due = await start();
  await pass(Date.parse(due) + 10 * MINUTE_MS - clock.now());
  const late = ['home', 'host'].map((to) => [to, 'Ingen incheckning av Ella har nått Framme']);
  expect(since().slice(3).toSorted()).toEqual(late);
  // Of two starts the host was told of the first alone.
  await say(home, id, leaves);
  await takeBack();
  expect(since().slice(5)).toEqual([over]);
  await start();
  await say(home, id, expectedIn(30, clock.now()));
  await mustRun(host, 'checkIn', ref);
  await takeBack();
  await pass(HOUR_MS);
  expect(since().filter(([, title = '']) => /^Ingen|längre$/.test(title))).toHaveLength(4);
});
