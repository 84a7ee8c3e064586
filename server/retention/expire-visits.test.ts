import { expect, test } from 'vitest';
import type { Child, Visit } from '#domain/documents.ts';
import { childPath, friendPath, profilePath, visitPath } from '#domain/paths.ts';
import { initialProfile } from '#domain/protocol/registration.ts';
import { MINUTE_MS } from '#domain/time.ts';
import type { RetentionDays } from '#domain/visits/retention.ts';
import { createLog } from '#server/process/log.ts';
import type { Store } from '#server/store/ports/store.ts';
import { newId, registerHousehold } from '#tests/support/people/household.ts';
import { aChild, aFriend, aVisit, minute, NOON, storeFamily } from '#tests/support/people/stored-family.ts';
import { startApp, until } from '#tests/support/server/app.ts';
import { listen, pagesOf } from '#tests/support/server/live-stream.ts';
import { openEmptyStore } from '#tests/support/server/open-store.ts';
import { expireVisits, expireVisitsOf, FailedHouseholds } from './expire-visits.ts';

const DAY = 24 * 60;
const now = () => Date.parse(NOON);

/** A family whose parent chose `days`, with a visit of Ella for each span of days before today; without an end it is open. */
async function familyWith(
  store: Store,
  days: RetentionDays | undefined,
  spans: readonly [number, number?][],
) {
  const family = await storeFamily(store);
  const [kim, ella] = [newId(), newId()];
  const names = { firstName: 'Astrid', lastName: 'Lind', email: family.account.email, password: '' };
  const profile = { ...initialProfile(names, NOON), ...(days === undefined ? {} : { keepVisits: days }) };
  const visits = spans.map(
    ([from, to]) =>
      [visitPath(kim, newId()), aVisit(ella, -from * DAY, to === undefined ? to : -to * DAY)] as const,
  );
  await family.save([
    [profilePath(family.account.uid), profile],
    [childPath(kim), aChild()],
    [friendPath(kim, ella), aFriend()],
    ...visits.map(([path, visit]): [typeof path, typeof visit] => [path, visit]),
  ]);
  return { ...family, paths: visits.map(([path]) => path) };
}

/** Returns the starts of the remaining visits, in days before noon. */
async function daysOfRemaining(store: Store, household: string): Promise<number[]> {
  const [people, past] = [
    await store.people(household, undefined, 1000),
    await store.visits(household, undefined, 1000),
  ];
  const visits = [...people.changes, ...past.changes].filter(({ path }) => path.includes('/visits/'));
  const begun = visits.map(({ document }) => (document as unknown as Visit).arrived?.at ?? '');
  return begun.map((at) => (now() - Date.parse(at)) / (DAY * 60_000)).toSorted((a, b) => a - b);
}

test('closed visits expire after the retention of their family, counted from their end; open visits never do', async () => {
  const store = await openEmptyStore();
  const spans: [number, number?][] = [
    [1, 0.5],
    [29, 29],
    [32, 29],
    [31, 31],
    [89, 89],
    [91, 91],
    [364, 364],
    [366, 366],
    [2000],
  ];
  const chosen = [undefined, 30, 90, 365, null] as const;
  const families = await Promise.all(chosen.map((days) => familyWith(store, days, spans)));
  expect(await expireVisits({ store, now }, undefined, 100)).toBe(true);
  const kept = await Promise.all(families.map(({ household }) => daysOfRemaining(store, household)));
  const year = [1, 29, 31, 32, 89, 91, 364, 2000];
  const ever = [1, 29, 31, 32, 89, 91, 364, 366, 2000];
  expect(kept).toEqual([year, [1, 29, 32, 2000], [1, 29, 31, 32, 89, 2000], year, ever]);
  expect(await expireVisits({ store, now }, undefined, 100)).toBe(false);
});

test('a long history is removed in steps, and the feed reports each removal', async () => {
  const store = await openEmptyStore();
  // Visits that began before the limit and ended after it lie in between, so that a step must read past them.
  const spans = Array.from({ length: 250 }, (_, index): [number, number] => [40 + index, index % 2 ? 39 : 1]);
  const { household, paths } = await familyWith(store, 30, spans);
  expect(await expireVisitsOf({ store, now }, household)).toBe(true);
  expect(await daysOfRemaining(store, household)).toHaveLength(125);
  const { changes } = await store.changes(household, 2, 1000);
  const removed = changes.filter(({ document }) => document === undefined).map(({ path }) => path);
  expect(removed.toSorted()).toEqual(paths.filter((_, index) => index % 2).toSorted());
  expect(await expireVisitsOf({ store, now }, newId())).toBe(false);
});

test('a household whose visits cannot be removed does not stop those after it', async () => {
  const store = await openEmptyStore();
  const families = [await familyWith(store, 30, [[40, 39]]), await familyWith(store, 30, [[40, 39]])];
  const [first, second] = families.map(({ household }) => household).toSorted();
  const failing: Store = {
    ...store,
    transact: (household, work) =>
      household === first ? Promise.reject(new SyntaxError('no JSON')) : store.transact(household, work),
  };
  const failures = new FailedHouseholds({ now, log: createLog('silent') });
  expect(await expireVisits({ store: failing, now, failures }, undefined, 25)).toBe(true);
  expect(await expireVisitsOf({ store: failing, now, failures }, first ?? '')).toBe(false);
  expect(await daysOfRemaining(store, second ?? '')).toEqual([]);
  expect(await daysOfRemaining(store, first ?? '')).toEqual([40]);
});

/** A removal so many days ago of a visit that ended so many days ago. */
function removal(removed: number, ended: number) {
  const visit = aVisit(newId(), -ended * DAY - 60, -ended * DAY);
  return { id: newId(), by: newId(), at: minute(-removed * DAY), visit };
}

async function familyWithRemovals(
  store: Store,
  keepVisits: RetentionDays,
  removedVisits: Child['removedVisits'],
) {
  const family = await storeFamily(store);
  const names = { firstName: 'Astrid', lastName: 'Lind', email: family.account.email, password: '' };
  const path = childPath(newId());
  await family.save([
    [profilePath(family.account.uid), { ...initialProfile(names, NOON), keepVisits }],
    [path, { ...aChild(), ...(removedVisits ? { removedVisits } : {}) }],
  ]);
  const kept = async () => {
    const { changes, cursor } = await store.people(family.household, undefined, 1000);
    const child = changes.find((change) => change.path === path)?.document as Child | undefined;
    return { kept: child?.removedVisits?.map(({ id }) => id), child, cursor };
  };
  return { ...family, kept };
}

test('a removed visit is erased after thirty days, or when the visit itself would have expired', async () => {
  const store = await openEmptyStore();
  const removals = [removal(31, 40), removal(29, 40), removal(29, 29), removal(1, 31)];
  const ids = removals.map(({ id }) => id);
  const forever = await familyWithRemovals(store, null, removals);
  const month = await familyWithRemovals(store, 30, removals);
  expect(await expireVisits({ store, now }, undefined, 100)).toBe(true);
  expect((await forever.kept()).kept).toEqual(ids.slice(1));
  expect((await month.kept()).kept).toEqual([ids[2]]);
  expect(await expireVisits({ store, now }, undefined, 100)).toBe(false);
});

test('the last removal that is erased takes the field with it, and phones hear of it', async () => {
  const store = await openEmptyStore();
  const family = await familyWithRemovals(store, 30, [removal(31, 31)]);
  const before = (await family.kept()).cursor;
  expect(await expireVisitsOf({ store, now }, family.household)).toBe(true);
  const { child, cursor } = await family.kept();
  expect(child).not.toHaveProperty('removedVisits');
  expect(child).toMatchObject({ name: 'Kim' });
  const { changes } = await store.changes(family.household, before, 10);
  expect([changes.length, cursor]).toEqual([1, now()]);
  expect(cursor).toBeGreaterThan(before);
});

test('a shorter retention removes older closed visits on every phone, but not open ones', async () => {
  const { url } = await startApp();
  const phone = await registerHousehold(url);
  const child = await phone.addChild();
  const [ella, nils] = [await phone.addFriend(child), await phone.addGuest(child)];
  const tappedAt = Date.now() - 40 * DAY * MINUTE_MS;
  const [came, stayed] = [phone.op('checkIn', ella, { tappedAt }), phone.op('checkIn', nils, { tappedAt })];
  const left = phone.op('checkOut', ella, { tappedAt: tappedAt + MINUTE_MS });
  const { cursor } = await phone.sync({ ops: [came, stayed, left] });
  const other = await listen(url, { cookie: phone.cookie, cursor });
  expect(await phone.run('keepVisits', { days: 30 })).toMatchObject({ result: 'done' });
  const removals = () => pagesOf(other).flatMap(({ changes }) => changes.filter(({ document }) => !document));
  await until(() => removals().length === 1);
  const { cursor: version } = await phone.sync();
  expect(removals()).toEqual([{ path: visitPath(child, came.op), version }]);
  expect([...(await phone.documents()).keys()]).toContain(visitPath(child, stayed.op));
});
