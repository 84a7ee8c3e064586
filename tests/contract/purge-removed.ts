import { expect, test } from 'vitest';
import { childPath, friendPath, type Path, profilePath, visitPath } from '#domain/paths.ts';
import type { Store } from '#server/store/ports/store.ts';
import { newId } from '#tests/support/people/household.ts';
import { aChild, aFriend, aVisit, minute, NOON, storeFamily } from '#tests/support/people/stored-family.ts';

/** More rows than two steps of the purge delete. */
const MANY = 450;
const MOST_ROWS_PER_STEP = 200;

/** A family with a child, Kim, with many people and visits below, and another child with one of each. */
export async function largeFamily(store: Store) {
  const family = await storeFamily(store);
  const [kim, olle, ella, noa] = [newId(), newId(), newId(), newId()];
  const visits = Array.from({ length: MANY - 50 }, (_, at) => [
    visitPath(kim, newId()),
    aVisit(ella, at, at + 1),
  ]);
  const friends = Array.from({ length: 50 }, () => [friendPath(kim, newId()), aFriend()]);
  const [open, kept] = [visitPath(kim, newId()), visitPath(olle, newId())];
  await family.save([
    [childPath(kim), aChild()],
    [childPath(olle), aChild('Olle')],
    [friendPath(kim, ella), aFriend()],
    [friendPath(olle, noa), aFriend('Noa')],
    [open, aVisit(ella, 5)],
    [kept, aVisit(noa, -10, -5)],
    ...([...friends, ...visits] as [Path, ReturnType<typeof aFriend>][]),
  ]);
  return { ...family, kim, olle, ella, noa, kept };
}

/** Runs the purge to its end. Returns the number of its steps. */
export async function purgeRemoved(store: Store): Promise<number> {
  let steps = 0;
  while (await store.purgeRemoved()) steps += 1;
  return steps;
}

async function seenOf(store: Store, household: string): Promise<string[]> {
  const { changes, next } = await store.people(household, undefined, 1000);
  const past = await store.visits(household, undefined, 1000);
  expect([next, past.next]).toEqual([null, null]);
  return [...changes, ...past.changes].map(({ path }) => path).toSorted();
}

export function purgeRemovedContract(makeStore: () => Promise<Store>): void {
  test('what is below a removed child is gone at once, and its rows are deleted in steps', async () => {
    const store = await makeStore();
    const { household, account, save, kim, olle, noa, kept } = await largeFamily(store);
    await save([[childPath(kim), undefined]]);
    const left = [profilePath(account.uid), childPath(olle), friendPath(olle, noa), kept].toSorted();
    expect(await seenOf(store, household)).toEqual(left);
    const feed = await store.changes(household, 0, 1000);
    expect(feed.changes.map(({ path }) => path).toSorted()).toEqual([...left, childPath(kim)].toSorted());
    const steps = await purgeRemoved(store);
    expect(steps).toBeGreaterThanOrEqual(Math.floor(MANY / MOST_ROWS_PER_STEP));
    expect(await seenOf(store, household)).toEqual(left);
    expect(await store.purgeRemoved()).toBe(false);
  });

  test('a page of a feed or a history that was removed leads on to the next', async () => {
    const store = await makeStore();
    const { household, save, kim, kept } = await largeFamily(store);
    await save([[childPath(kim), undefined]]);
    const past: string[] = [];
    let [page, pages] = [await store.visits(household, undefined, 100), 1];
    for (; ; pages += 1) {
      past.push(...page.changes.map(({ path }) => path));
      if (page.next === null) break;
      page = await store.visits(household, page.next, 100);
    }
    expect(past).toEqual([kept]);
    expect(pages).toBeLessThan(6);
  });

  // docs/sync.md: RP6
  test('no command finds anything below a removed child, or can use its ids again', async () => {
    const store = await makeStore();
    const { household, save, kim, ella } = await largeFamily(store);
    await save([[childPath(kim), undefined]]);
    const visitor = { child: kim, kind: 'friend', visitor: ella } as const;
    const path = friendPath(kim, ella);
    const loaded = await store.transact(household, (transaction) =>
      transaction.load([{ paths: [path], around: { visitor, at: minute(100) } }]),
    );
    expect(loaded.get(path)).toBeUndefined();
    expect([...loaded.visitsOf(visitor)]).toEqual([]);
    expect(loaded.isTaken(path)).toBe(true);
    expect(loaded.isTaken(friendPath(kim, newId()))).toBe(true);
  });

  test('a deleted family is gone at once, its e-mail free, and its rows are deleted in steps', async () => {
    const store = await makeStore();
    const { household, account } = await largeFamily(store);
    await store.deleteAccount(account.uid, NOON);
    expect(await seenOf(store, household)).toEqual([]);
    expect(await store.versions([household])).toEqual(new Map());
    const again = await storeFamily(store, account.email);
    await purgeRemoved(store);
    expect(await seenOf(store, household)).toEqual([]);
    expect(await seenOf(store, again.household)).toEqual([profilePath(again.account.uid)]);
  });
}
