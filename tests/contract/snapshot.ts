import { expect, test } from 'vitest';
import { childPath, friendPath, visitPath } from '#domain/paths.ts';
import type { Store } from '#server/store/ports/store.ts';
import { newId } from '#tests/support/people/household.ts';
import { aChild, aFriend, aVisit, minute, storeFamily } from '#tests/support/people/stored-family.ts';

export function snapshotContract(makeStore: () => Promise<Store>): void {
  test('a snapshot holds people and open visits; closed visits come in pages, newest first', async () => {
    const store = await makeStore();
    const { household, save } = await storeFamily(store);
    const [kim, ella] = [newId(), newId()];
    const [open, ...closed] = [50, 10, 30, 20, 40].map((from) => [visitPath(kim, newId()), from] as const);
    await save([[childPath(kim), aChild()]]);
    await save(closed.map(([path, from]) => [path, aVisit(ella, from, from + 5)]));
    if (open) await save([[open[0], aVisit(ella, open[1])]]);
    const people = await store.people(household, undefined, 1000);
    expect(people.cursor).toBe(4);
    const visits = people.changes.filter(({ path }) => path.includes('/visits/'));
    expect(visits.map(({ path }) => path)).toEqual([open?.[0]]);
    const first = await store.visits(household, undefined, 3);
    const second = await store.visits(household, first.next ?? undefined, 3);
    const inOrder = closed.toSorted((a, b) => b[1] - a[1]).map(([path]) => path);
    expect([...first.changes, ...second.changes].map(({ path }) => path)).toEqual(inOrder);
    expect(first.changes).toHaveLength(3);
    expect(second.next).toBeNull();
    expect((await store.visits(household, undefined, 4)).next).toBeNull();
  });

  test('any made-up position or cursor is answered with a page', async () => {
    const store = await makeStore();
    const { household, save } = await storeFamily(store);
    await save([[visitPath(newId(), newId()), aVisit(newId(), 0, 5)]]);
    const start = minute(1);
    for (const path of ['\u0000', '\ud800', '~\u0000', '', "' OR 1=1", '\u{10ffff}']) {
      const { changes } = await store.visits(household, { start, path }, 10);
      expect(changes).toHaveLength(1);
    }
    const { changes, cursor } = await store.changes(household, Number.MAX_SAFE_INTEGER, 10);
    expect([changes, cursor]).toEqual([[], 2]);
    expect(await store.changes('nobody0000', 0, 10)).toEqual({ changes: [], cursor: 0, more: false });
    expect(await store.people('nobody0000', undefined, 1000)).toEqual({ changes: [], cursor: 0, next: null });
  });

  test('paths are sorted by bytes, not by a collation', async () => {
    const store = await makeStore();
    const { household, save } = await storeFamily(store);
    // Many collations ignore a slash when they sort.
    const ids = ['a0000000000', 'a00000000001', 'b0000000000'];
    const paths = ids.flatMap((id) => [childPath(id), friendPath(id, newId())]);
    await save(paths.map((path) => [path, path.includes('/friends/') ? aFriend() : aChild()]));
    const present = async () =>
      (await store.people(household, undefined, 1000)).changes
        .map(({ path }) => path)
        .filter((path) => !/^profiles/.test(path));
    expect(await present()).toEqual(paths.toSorted());
    await save([[childPath('a0000000000'), undefined]]);
    expect(await present()).toEqual(paths.slice(2).toSorted());
  });
}
