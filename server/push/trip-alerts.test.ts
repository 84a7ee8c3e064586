import { expect, test } from 'vitest';
import { isoTime, MINUTE_MS } from '#domain/time.ts';
import { followingFamilies, householdOf, renamed } from '#tests/support/people/following-families.ts';
import { mustRun, visitOf } from '#tests/support/people/linked-visit.ts';
import { clockOf, startAppWithPush } from '#tests/support/people/notified-devices.ts';
import { done } from '#tests/support/people/two-parents.ts';
import { sayAs, sayByLink, walkHome } from '#tests/support/people/way-home.ts';
import { until } from '#tests/support/server/app.ts';

/** A home that follows and its host, each with a device, at a server whose clock stands still. */
async function twoFamilies({ hold = '10' } = {}) {
  let restoredAt: number | undefined;
  const started = await startAppWithPush({
    isStill: true,
    env: { NOTICE_HOLD_SECONDS: hold },
    change: ({ store }) => ({
      store: { ...store, restored: () => (restoredAt === undefined ? undefined : { at: restoredAt }) },
    }),
  });
  const { app, subscribe, settled, shown } = started;
  const { clock, store } = app;
  const families = await followingFamilies(app.url);
  const { host, home } = families;
  for (const phone of [host, home]) phone.now = clock.now;
  const moveTo = (time: number) => {
    clock.ahead += time - clock.now();
  };
  const pass = (seconds: number) => moveTo(clock.now() + seconds * 1000);
  const hasSentNotices = async () => (await store.waitingNotices(host.account.household)).length === 0;
  // At a full minute, so that what is due is in fifteen minutes.
  moveTo(Math.ceil(clock.now() / MINUTE_MS + 120) * MINUTE_MS);
  await until(hasSentNotices);
  await settled();
  const homes = await subscribe(home);
  await subscribe(host);
  const told = () => shown().map(({ to, title }) => `${to === homes ? 'home' : 'host'}: ${title}`);
  const walk = async (tappedAt = clock.now()) => {
    const start = await walkHome(families, { tappedAt });
    return { start, left: clockOf(isoTime(tappedAt)), due: tappedAt + 15 * MINUTE_MS };
  };
  const restore = () => {
    restoredAt = clock.now();
  };
  const isDue = (inMs: number) => store.hasDueAlerts(isoTime(clock.now() + inMs));
  /** Resolves once so many were told, and nothing is being sent or due soon; time creeps on meanwhile. */
  const hear = async (count: number) => {
    await until(async () => told().length >= count && (await hasSentNotices()));
    await until(async () => {
      if (!(await isDue(5 * MINUTE_MS))) return true;
      pass(1);
      return new Promise((resolve) => setTimeout(() => resolve(false), 40));
    });
    expect(told()).toHaveLength(count);
  };
  const acts = { told, walk, moveTo, pass, hear, restore, isDue, hasSentNotices };
  return { ...started, ...families, families, clock, ...acts };
}

test('a home is told of the start in place of the departure, asked ten minutes late, and then the host', async () => {
  const { told, shown, walk, moveTo, pass, hear, isDue, settled } = await twoFamilies();
  const { left, due } = await walk();
  expect(await isDue(9999)).toBe(false);
  pass(10);
  await hear(1);
  for (const [late, count] of [
    [10, 2],
    [20, 3],
  ] as const) {
    moveTo(due + late * MINUTE_MS);
    await hear(count);
  }
  await settled();
  const start = `home: Ella gick från Kim ${left}, väntas ${clockOf(isoTime(due))}`;
  expect(told()).toEqual([start, ASK, HOST]);
  expect(shown().map(({ body }) => body)).toEqual([
    ...[undefined, `Gick från Kim ${left}`, `Väntades ${clockOf(isoTime(due))}`],
  ]);
});

const ASK = 'home: Är Ella hemma?';
const HOST = 'host: Ingen har sagt att Ella är hemma';

type Families = Awaited<ReturnType<typeof twoFamilies>>;

/** Each ends a trip that began at a time. */
const ENDS: Record<string, (all: Families, start: string, at: string) => unknown> = {
  'a word of the home': ({ families }, _start, home) => sayAs(families, { home }),
  'a word of the host': ({ host, ref, visit }, start) =>
    mustRun(host, 'endTrip', { ...ref, visit, start, how: 'host' }),
  'a take-back': ({ host, ref, visit }, start) =>
    mustRun(host, 'endTrip', { ...ref, visit, start, how: 'taken-back' }),
  'an undone check-out': async ({ families, host, ref, visit }) =>
    mustRun(host, 'undo', { ...ref, visit, undoes: (await visitOf(families)).left?.op ?? '' }),
  'a new check-in': ({ host, ref }) => mustRun(host, 'checkIn', ref),
  'a restore': ({ restore }) => restore(),
};

test('nobody is asked after a word, a take-back, an undone check-out, a new check-in or a restore', async () => {
  const titlesAfter = async (end: (typeof ENDS)[string]) => {
    const all = await twoFamilies();
    const { start, due } = await all.walk();
    all.pass(10);
    await all.hear(1);
    await end(all, start, isoTime(due - 15 * MINUTE_MS));
    all.moveTo(due + 10 * MINUTE_MS);
    await all.settled();
    return all.told().filter((one) => one.includes('hemma'));
  };
  const asked = await Promise.all(
    Object.entries(ENDS).map(async ([what, end]) => [what, await titlesAfter(end)]),
  );
  expect(asked).toEqual(Object.keys(ENDS).map((what) => [what, []]));
});

test.each([
  [
    'a minute after it was due, tells the departure',
    16,
    ['home: Ella har gått hem', ASK, HOST],
    [30, 540, 600],
  ],
  ['eleven minutes after that, only asks', 26, [ASK, HOST], [10, 600]],
  ['forty minutes after that, asks nobody', 60, ['home: Ella har gått hem'], [30]],
])('a start that reaches the server %s', async (_when, minutes, titles, passes) => {
  const { told, walk, pass, clock, hear, settled } = await twoFamilies();
  const { left } = await walk(clock.now() - minutes * MINUTE_MS);
  for (const [index, seconds] of passes.entries()) {
    pass(seconds);
    await hear(index + 1);
  }
  await settled();
  expect(told().map((one) => one.replace(` ${left}`, ''))).toEqual(titles);
});

test('a start that is taken back before it was told leaves the departure, once', async () => {
  const { host, ref, visit, told, walk, pass, hear } = await twoFamilies();
  const { start, left } = await walk();
  pass(5);
  await mustRun(host, 'endTrip', { ...ref, visit, start, how: 'taken-back' });
  pass(10);
  await hear(1);
  expect(told()).toEqual([`home: Ella har gått hem ${left}`]);
});

test('a start is told after the hold of notices that the operator chose', async () => {
  const { told, walk, pass, hear, isDue } = await twoFamilies({ hold: '60' });
  const { left, due } = await walk();
  expect(await isDue(59_000)).toBe(false);
  pass(60);
  await hear(1);
  expect(told()).toEqual([`home: Ella gick från Kim ${left}, väntas ${clockOf(isoTime(due))}`]);
});

test('a start that could not be told before it was due leaves the departure', async () => {
  const { told, walk, moveTo, hear } = await twoFamilies();
  const { left, due } = await walk();
  moveTo(due + 1000);
  await hear(1);
  moveTo(due + 10 * MINUTE_MS);
  await hear(2);
  expect(told()).toEqual([`home: Ella har gått hem ${left}`, ASK]);
});

test.each([
  ['home', sayAs],
  ['link', sayByLink],
])('a word of a %s that is taken back as the home was to be asked has it asked once', async (_who, say) => {
  const { families, told, walk, pass, moveTo, hear, isDue } = await twoFamilies();
  const { due } = await walk();
  pass(10);
  await hear(1);
  const said = due + 10 * MINUTE_MS - 2000;
  moveTo(said);
  await say(families, { home: isoTime(due - 15 * MINUTE_MS) });
  pass(3);
  await until(async () => !(await isDue(MINUTE_MS)));
  await say(families, { takesBackHome: isoTime(said) });
  pass(10);
  await hear(2);
  expect(told()[1]).toBe(ASK);
});

const pauses = ({ host, ref }: Families) => mustRun(host, 'editFriend', renamed(ref, 'Sam'));
const hostEnds = ({ host, id }: Families) => done(host, 'endFollowing', { ...householdOf(host), id });
const homeEnds = ({ home, id }: Families) => done(home, 'endFollowing', { ...householdOf(home), id });

test.each([
  ['that is paused is told ten minutes late that nothing is seen', pauses, [1, 2]],
  ['that the host ended is told so at once', hostEnds, [2, 2]],
  ['that ended it itself is told nothing', homeEnds, [1, 1]],
])('a following %s, once', async (_what, act, counts) => {
  const all = await twoFamilies();
  const { due } = await all.walk();
  all.pass(10);
  await all.hear(1);
  await act(all);
  await all.hear(counts[0] ?? 0);
  all.moveTo(due + 10 * MINUTE_MS);
  await all.hear(counts[1] ?? 0);
  if (act === pauses) await hostEnds(all);
  await all.hear(counts[1] ?? 0);
  expect(new Set(all.told().slice(1)).size).toBe((counts[1] ?? 0) - 1);
});

const comes = ({ host, ref }: Families) => mustRun(host, 'checkIn', ref);
const UNSEEN = 'home: Framme kan inte längre se';

test.each([
  ['that is paused on the way is told ten minutes late that nothing is seen', [pauses], [], [UNSEEN]],
  ['that is paused and ended on the way is told so at once', [pauses, hostEnds], [UNSEEN], [UNSEEN]],
  ['that the host ends on the way is told so at once', [hostEnds], [UNSEEN], [UNSEEN]],
  ['that ends itself on the way is told nothing', [homeEnds], [], []],
  ['whose child came before the pause is told nothing', [comes, pauses], [], []],
])('a home %s, once, and the host nothing', async (_what, acts, atOnce, late) => {
  const all = await twoFamilies();
  const { host, home, id, ref, told, pass, isDue, hasSentNotices } = all;
  const quiet = () => until(async () => (await hasSentNotices()) && !(await isDue(MINUTE_MS)));
  const since = () => told().filter((one) => /längre|Ingen/.test(one));
  await mustRun(host, 'checkOut', ref);
  pass(60);
  await quiet();
  const said = { says: 'leaves', minutes: 15, zone: 'Europe/Stockholm' } as const;
  await done(home, 'sayComing', { ...householdOf(home), id, said });
  pass(60);
  for (const act of acts) {
    await quiet();
    await act(all);
    pass(60);
  }
  await quiet();
  expect(since()).toEqual(atOnce);
  pass(25 * 60);
  await quiet();
  if (acts.at(-1) === pauses) await hostEnds(all);
  await quiet();
  expect(since()).toEqual(late);
});

test('a following that was paused before the start is told nothing as the host ends it', async () => {
  const all = await twoFamilies();
  await pauses(all);
  all.pass(60);
  await all.walk();
  all.pass(10);
  await hostEnds(all);
  await all.hear(0);
});
