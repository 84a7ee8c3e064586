import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Visit } from '#domain/documents.ts';
import { childPath, friendPath, profilePath, visitPath } from '#domain/paths.ts';
import { initialProfile } from '#domain/protocol/registration.ts';
import type { RetentionDays } from '#domain/visits/retention.ts';
import { createLog } from '#server/process/log.ts';
import type { Store } from '#server/store/ports/store.ts';
import { newId } from '#tests/support/people/household.ts';
import { aChild, aFriend, aVisit, NOON, storeFamily } from '#tests/support/people/stored-family.ts';
import { temporaryFolder } from '#tests/support/server/app.ts';
import { openEmptyStore, openStoreIn } from '#tests/support/server/open-store.ts';
import { expireVisits, expireVisitsOf } from './expire-visits.ts';
import { FailedHouseholds } from './failed-households.ts';

const DAY = 24 * 60;
const RARE = 'Rumpelstilzchen';
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

test('the longest retention counts among several parents, in any order', async () => {
  const store = await openEmptyStore();
  const names = { firstName: 'Bo', lastName: 'Lind', email: 'bo@example.org', password: '' };
  const lefts = [];
  for (const [one, other] of [
    [30, 90],
    [90, 30],
    [30, null],
    [null, 30],
  ] as const) {
    const family = await familyWith(store, one, [
      [40, 40],
      [100, 100],
    ]);
    await family.save([[profilePath(newId()), { ...initialProfile(names, NOON), keepVisits: other }]]);
    await expireVisitsOf({ store, now }, family.household);
    lefts.push(await daysOfRemaining(store, family.household));
  }
  expect(lefts).toEqual([[40], [40], [40, 100], [40, 100]]);
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

test('tombstones of expired visits are purged even if the family never taps again', async () => {
  const store = await openEmptyStore();
  const { household } = await familyWith(store, 30, [[40, 40]]);
  await expireVisitsOf({ store, now }, household);
  const later = (days: number) => new Date(now() + days * DAY * 60_000).toISOString();
  await store.purgeTombstones(undefined, later(-1), 10);
  expect((await store.changes(household, 2, 10)).changes).toHaveLength(1);
  await store.purgeTombstones(undefined, later(1), 10);
  expect(await store.changes(household, 2, 10)).toMatchObject({ cursorExpired: true });
});

test('nothing of an expired visit is left in the files of the database', async () => {
  const folder = temporaryFolder();
  const store = openStoreIn(folder);
  const family = await storeFamily(store);
  const [kim, olle] = [newId(), newId()];
  await family.save([[childPath(kim), aChild()]]);
  const visits = Array.from({ length: 60 }, (_, index) => {
    const from = -400 * DAY + index * 10;
    const visit = aVisit(olle, from, from + 5);
    return { path: visitPath(kim, newId()), visit: { ...visit, visitor: { ...visit.visitor, name: RARE } } };
  });
  // Rows that grow out of order split pages, and the old page keeps a copy of the rows that moved.
  for (const { path, visit } of visits) {
    const { left: _later, ...begun } = visit;
    await family.save([[path, { ...begun, open: true }]]);
  }
  for (const { path, visit } of visits.toSorted((a, b) => (a.path < b.path ? -1 : 1))) {
    await family.save([[path, visit]]);
  }
  const found = () =>
    ['framme.db', 'framme.db-wal'].some((file) =>
      readFileSync(join(folder, file)).toString('latin1').includes(RARE),
    );
  expect(found()).toBe(true);
  expect(await expireVisitsOf({ store, now }, family.household)).toBe(true);
  await store.scrub();
  expect(found()).toBe(false);
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
