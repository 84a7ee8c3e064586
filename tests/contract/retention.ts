import { expect, test } from 'vitest';
import { childPath, profilePath, visitPath } from '#domain/paths.ts';
import type { Store } from '#server/store/ports/store.ts';
import { newId } from '#tests/support/people/household.ts';
import { aChild, aVisit, minute, NOON, storeFamily } from '#tests/support/people/stored-family.ts';

/** A family with closed visits that began at these minutes, one open since minute 0, and one that was removed. */
async function familyWithVisits(store: Store, minutes: readonly number[]) {
  const family = await storeFamily(store);
  const [kim, ella, removed] = [newId(), newId(), newId()];
  const visits = minutes.map((from) => [visitPath(kim, newId()), aVisit(ella, from, from + 5)] as const);
  await family.save([
    [childPath(kim), aChild()],
    [visitPath(kim, newId()), aVisit(ella, 0)],
    [visitPath(kim, removed), aVisit(ella, 1, 2)],
    ...visits.map(([path, visit]): [typeof path, typeof visit] => [path, visit]),
  ]);
  await family.save([[visitPath(kim, removed), undefined]]);
  return { ...family, visits: visits.map(([path, visit]) => ({ path, visit })) };
}

export function retentionContract(makeStore: () => Promise<Store>): void {
  test('households are listed by id, with profiles and the start of the oldest closed visit', async () => {
    const store = await makeStore();
    const lindgren = await familyWithVisits(store, [30, 10, 20]);
    const nguyen = await storeFamily(store);
    const all = await store.oldestVisits(undefined, 10);
    expect(all.map(({ household }) => household)).toEqual([lindgren.household, nguyen.household].toSorted());
    expect(all.find(({ household }) => household === lindgren.household)?.start).toBe(minute(10));
    expect(all.find(({ household }) => household === nguyen.household)).toMatchObject({
      start: null,
      profiles: [{ email: nguyen.account.email, firstName: 'Astrid' }],
    });
    const [first, second] = all;
    expect(await store.oldestVisits(undefined, 1)).toEqual([first]);
    expect(await store.oldestVisits(first?.household, 5)).toEqual([second]);
    expect(await store.oldestVisit(nguyen.household)).toMatchObject({ start: null });
    expect(await store.oldestVisit(newId())).toBeUndefined();
    await nguyen.save([[profilePath(nguyen.account.uid), undefined]]);
    expect(await store.oldestVisit(nguyen.household)).toMatchObject({ profiles: [] });
  });

  test('closed visits that began before a time are returned oldest first, in pages', async () => {
    const store = await makeStore();
    const { household, visits } = await familyWithVisits(store, [30, 10, 20, 10]);
    const [thirty, , twenty] = visits;
    const tens = visits
      .filter(({ visit }) => visit.arrived.at === minute(10))
      .toSorted((a, b) => (a.path < b.path ? -1 : 1));
    const read = (before: string, after?: { start: string; path: string }, limit = 10) =>
      store.transact(household, (transaction) => transaction.closedBefore(before, after, limit));
    expect(await read(minute(30))).toEqual([...tens, twenty]);
    expect(await read(minute(31))).toEqual([...tens, twenty, thirty]);
    expect(await read(NOON)).toEqual([]);
    const [first, second] = tens;
    expect(await read(minute(31), undefined, 1)).toEqual([first]);
    const mark = { start: minute(10), path: first?.path ?? '' };
    expect(await read(minute(31), mark, 2)).toEqual([second, twenty]);
  });
}
