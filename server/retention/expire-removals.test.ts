import { expect, test } from 'vitest';
import type { Child } from '#domain/documents.ts';
import { childPath, profilePath } from '#domain/paths.ts';
import { initialProfile } from '#domain/protocol/registration.ts';
import type { RetentionDays } from '#domain/visits/retention.ts';
import type { Store } from '#server/store/ports/store.ts';
import { newId } from '#tests/support/people/household.ts';
import { aChild, aVisit, minute, NOON, storeFamily } from '#tests/support/people/stored-family.ts';
import { openEmptyStore } from '#tests/support/server/open-store.ts';
import { expireVisits, expireVisitsOf } from './expire-visits.ts';

const DAY = 24 * 60;
const now = () => Date.parse(NOON);

/** A removal so many days ago of a visit that ended so many days ago. */
function removal(removed: number, ended: number) {
  const visit = aVisit(newId(), -ended * DAY - 60, -ended * DAY);
  return { id: newId(), by: newId(), at: minute(-removed * DAY), visit };
}

async function familyWith(store: Store, keepVisits: RetentionDays, removedVisits: Child['removedVisits']) {
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
  const forever = await familyWith(store, null, removals);
  const month = await familyWith(store, 30, removals);
  expect(await expireVisits({ store, now }, undefined, 100)).toBe(true);
  expect((await forever.kept()).kept).toEqual(ids.slice(1));
  expect((await month.kept()).kept).toEqual([ids[2]]);
  expect(await expireVisits({ store, now }, undefined, 100)).toBe(false);
});

test('the last removal that is erased takes the field with it, and phones hear of it', async () => {
  const store = await openEmptyStore();
  const family = await familyWith(store, 30, [removal(31, 31)]);
  const before = (await family.kept()).cursor;
  expect(await expireVisitsOf({ store, now }, family.household)).toBe(true);
  const { child, cursor } = await family.kept();
  expect(child).not.toHaveProperty('removedVisits');
  expect(child).toMatchObject({ name: 'Kim' });
  const { changes } = await store.changes(family.household, before, 10);
  expect([changes.length, cursor]).toEqual([1, now()]);
  expect(cursor).toBeGreaterThan(before);
});
