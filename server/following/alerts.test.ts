import { expect, test } from 'vitest';
import { calls } from '#domain/protocol/calls.ts';
import { DAY_MS } from '#domain/time.ts';
import {
  askToFollow,
  type FollowingFamilies,
  followingFamilies,
  householdOf,
  sayYes,
} from '#tests/support/people/following-families.ts';
import { registerHousehold } from '#tests/support/people/household.ts';
import { giveLink, linkedVisit, linkTo, mustRun, visitOf } from '#tests/support/people/linked-visit.ts';
import { clockOf, startAppWithPush } from '#tests/support/people/notified-devices.ts';
import { done, join } from '#tests/support/people/two-parents.ts';
import { type AppOptions, until } from '#tests/support/server/app.ts';
import { postJson } from '#tests/support/server/http.ts';

/** Families of which one follows another, with a device; the question and the yes were told to nobody. */
async function followingWithPush(options: AppOptions = {}) {
  const started = await startAppWithPush(options);
  const families = await followingFamilies(started.app.url);
  await started.settled();
  const device = await started.subscribe(families.home);
  return { ...started, ...families, families, device };
}

test('each device of a home is told who came and went, where, and when, in the words of its parent', async () => {
  const { app, subscribe, shown, titles, settled, families, device, ...all } = await followingWithPush();
  const { host, home, eve, ref, visit } = all;
  const bo = await join(home, await registerHousehold(app.url, 'Ek'));
  await mustRun(bo, 'updateProfile', { language: 'en' });
  const asking = await registerHousehold(app.url, 'Alm');
  await askToFollow(asking, await giveLink(host, ref, visit));
  await settled();
  const english = await subscribe(bo);
  for (const phone of [eve, asking, host]) await subscribe(phone, { taps: true });
  await mustRun(host, 'checkOut', ref);
  await until(() => titles().length === 2);
  const time = clockOf((await visitOf(families)).left?.at ?? '');
  const told = shown().toSorted((a, b) => a.lang.localeCompare(b.lang));
  expect(told).toMatchObject([
    { to: english, title: `Ella went home at ${time}`, body: 'with Kim' },
    { to: device, title: `Ella har gått hem ${time}`, body: 'hos Kim' },
  ]);
  await mustRun(host, 'checkIn', ref);
  await until(() => titles().length === 4);
  expect(
    titles()
      .slice(2)
      .some((title) => title.startsWith('Ella har kommit')),
  ).toBe(true);
  await mustRun(host, 'updateProfile', { notifications: false });
  await mustRun(host, 'checkOut', ref);
  await until(async () => (await app.store.waitingNotices(host.account.household)).length === 0);
  await settled();
  expect(shown().map(({ to }) => [device, english].includes(to))).toEqual([true, true, true, true]);
});

/** Each ends what a home is told. */
const ENDS: readonly [what: string, end: (families: FollowingFamilies) => Promise<unknown>][] = [
  ['the host ended it', ({ host, id }) => done(host, 'endFollowing', { ...householdOf(host), id })],
  [
    'links are refused',
    ({ host, link }) => postJson(host.url, calls.refuseLinks.path, { link, remove: false }),
  ],
];

test.each(ENDS)('nothing is told once %s, before the alert is due or before the tap', async (_what, end) => {
  const { app, families, service, settled, host, home, ref } = await followingWithPush();
  const newsAt = async () => JSON.stringify([...(await home.documents()).values()]);
  // It could not be handed over, and comes again in ten seconds.
  service.reply = () => ({ status: 503 });
  await mustRun(host, 'checkOut', ref);
  await until(() => service.got.length === 1);
  service.reply = () => ({ status: 201 });
  await end(families);
  app.clock.ahead += 60_000;
  await settled();
  const before = await newsAt();
  expect(before).toContain('followingAt');
  await mustRun(host, 'checkIn', ref);
  await until(async () => (await app.store.waitingNotices(host.account.household)).length === 0);
  await settled();
  expect(service.got).toHaveLength(1);
  expect(await newsAt()).toBe(before);
});

test('a question is told to the host, twice a day a friend, and a yes to the home; an end to nobody', async () => {
  const { app, subscribe, shown, settled } = await startAppWithPush();
  const { phone: host, ref, link } = await linkedVisit(app.url);
  const [home, other] = [await registerHousehold(app.url, 'Berg'), await registerHousehold(app.url, 'Ek')];
  const [hosts, homes] = [await subscribe(host), await subscribe(home)];
  const told = () =>
    shown().map(({ to, title, body }) => [
      { [hosts.path]: 'host', [homes.path]: 'home' }[to.path],
      title,
      body,
    ]);
  const question = ['host', 'En familj vill följa Ella', undefined];
  const id = await askToFollow(home, link);
  await until(() => told().length === 1);
  await sayYes(host, id);
  await until(() => told().length === 2);
  const yes = ['home', 'Ni får följa Ella', 'hos Kim'];
  expect(told()).toEqual([question, yes]);
  const end = (phone: typeof host, one: string) =>
    done(phone, 'endFollowing', { ...householdOf(phone), id: one });
  await end(host, id);
  await end(other, await askToFollow(other, link));
  await until(() => told().length === 3);
  await end(other, await askToFollow(other, link));
  await settled();
  expect(told()).toEqual([question, yes, question]);
  const sam = await linkTo(host, await host.addFriend(ref.child, 'Sam'));
  await askToFollow(home, sam.link);
  await until(() => told().length === 4);
  app.clock.ahead += DAY_MS;
  await askToFollow(other, await giveLink(host, sam.ref, sam.visit));
  await until(() => told().length === 5);
  expect(told().slice(3)).toEqual(Array(2).fill(['host', 'En familj vill följa Sam', undefined]));
});
