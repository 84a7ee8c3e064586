import { expect, test } from 'vitest';
import { childPath, friendPath, profilePath, visitPath } from '#domain/paths.ts';
import type { Store } from '#server/store/ports/store.ts';
import { newId } from '#tests/support/people/household.ts';
import { aChild, aFriend, aVisit, storeFamily } from '#tests/support/people/stored-family.ts';

export function feedContract(makeStore: () => Promise<Store>): void {
  test('the feed returns the changes after a version, oldest first', async () => {
    const store = await makeStore();
    const { household, account, save } = await storeFamily(store);
    const [kim, ella] = [newId(), newId()];
    await save([[childPath(kim), aChild()]]);
    await save([[friendPath(kim, ella), aFriend()]]);
    const all = await store.changes(household, 0, 100);
    expect(all).toMatchObject({ cursor: 3, more: false });
    expect(all.changes.map(({ path, version }) => [path, version])).toEqual([
      [profilePath(account.uid), 1],
      [childPath(kim), 2],
      [friendPath(kim, ella), 3],
    ]);
    expect(await store.changes(household, 2, 100)).toEqual({
      changes: [{ path: friendPath(kim, ella), version: 3, document: aFriend() }],
      cursor: 3,
      more: false,
    });
    expect(await store.changes(household, 3, 100)).toEqual({ changes: [], cursor: 3, more: false });
    expect((await store.changes(household, 9, 100)).cursor).toBe(3);
    const another = await storeFamily(store);
    const versions = await store.versions([household, another.household, newId()]);
    expect(versions).toEqual(new Map([[household, 3]]).set(another.household, 1));
  });

  test('a page of the feed never splits a version, even one larger than the page', async () => {
    const store = await makeStore();
    const { household, save } = await storeFamily(store);
    const children = () => [newId(), newId(), newId()].map((id) => [childPath(id), aChild()] as const);
    await save([...children()].map(([path, document]) => [path, document]));
    await save([...children()].map(([path, document]) => [path, document]));
    const seen: number[][] = [];
    let page = await store.changes(household, 1, 2);
    for (;;) {
      seen.push(page.changes.map(({ version }) => version));
      if (!page.more) break;
      page = await store.changes(household, page.cursor, 2);
    }
    expect(seen).toEqual([
      [2, 2, 2],
      [3, 3, 3],
    ]);
    const whole = await store.changes(household, 0, 3);
    expect(whole).toMatchObject({ cursor: 1, more: true, changes: [{ version: 1 }] });
  });
}

export function documentContract(makeStore: () => Promise<Store>): void {
  test('text is stored unchanged: every script, emoji and NUL', async () => {
    const store = await makeStore();
    const { household, save } = await storeFamily(store);
    const [kim, name] = [newId(), 'Åsa 👨‍👩‍👧 \u0000 עברית "\\'];
    await save([[childPath(kim), aChild(name)]]);
    const { changes } = await store.changes(household, 1, 10);
    expect(changes[0]?.document).toEqual(aChild(name));
  });

  test('a document is invisible to another household', async () => {
    const store = await makeStore();
    const lindgren = await storeFamily(store);
    const nguyen = await storeFamily(store);
    const kim = newId();
    await lindgren.save([[childPath(kim), aChild()]]);
    await lindgren.save([[visitPath(kim, newId()), aVisit(newId(), 0, 5)]]);
    const own = [profilePath(nguyen.account.uid)];
    expect((await store.changes(nguyen.household, 0, 10)).changes.map(({ path }) => path)).toEqual(own);
    expect((await store.people(nguyen.household, undefined, 1000)).changes.map(({ path }) => path)).toEqual(
      own,
    );
    expect((await store.visits(nguyen.household, undefined, 10)).changes).toEqual([]);
  });

  test('a removal includes everything below it and leaves one tombstone', async () => {
    const store = await makeStore();
    const { household, save } = await storeFamily(store);
    const [kim, other, ella] = [newId(), newId(), newId()];
    await save([
      [childPath(kim), aChild()],
      [friendPath(kim, ella), aFriend()],
      [visitPath(kim, newId()), aVisit(ella, 0, 5)],
      [childPath(other), aChild('Olle')],
    ]);
    await save([[childPath(kim), undefined]]);
    const { changes } = await store.changes(household, 1, 100);
    expect(changes.map(({ path, version, document }) => [path, version, document !== undefined])).toEqual([
      [childPath(other), 2, true],
      [childPath(kim), 3, false],
    ]);
    expect((await store.people(household, undefined, 1000)).changes.map(({ path }) => path)).not.toContain(
      childPath(kim),
    );
    expect((await store.visits(household, undefined, 10)).changes).toEqual([]);
  });
}
