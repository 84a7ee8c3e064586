import { expect, test } from 'vitest';
import type { Id } from '#domain/ids.ts';
import { childPath, friendPath, profilePath, visitPath } from '#domain/paths.ts';
import type { Change, HistoryMark } from '#domain/protocol/sync.ts';
import type { Store } from '#server/store/ports/store.ts';
import { PAGE_LENGTH } from '#server/store/shared/pages.ts';
import { newId } from '#tests/support/people/household.ts';
import { aChild, aFriend, aVisit, storeFamily } from '#tests/support/people/stored-family.ts';

export function peoplePagesContract(makeStore: () => Promise<Store>): void {
  test('people and open visits come in pages, each once, with the version at which they stand', async () => {
    const store = await makeStore();
    const { household, account, save } = await storeFamily(store);
    const [kim, gone] = [newId(), newId()];
    const people = [
      profilePath(account.uid),
      childPath(kim),
      friendPath(kim, newId()),
      friendPath(kim, newId()),
    ];
    const open = Array.from({ length: 3 }, () => visitPath(kim, newId()));
    await save(people.slice(1).map((path) => [path, path === people[1] ? aChild() : aFriend()]));
    await save(open.map((path) => [path, aVisit(newId(), 5)]));
    await save([[visitPath(kim, newId()), aVisit(newId(), 1, 2)]]);
    await save([[childPath(gone), aChild()]]);
    await save([[childPath(gone), undefined]]);
    for (const limit of [1, 2, 3, 5]) {
      const pages = await peopleOf(store, household, limit);
      expect(pages.map(({ changes }) => changes.length <= limit)).not.toContain(false);
      const paths = pages.flatMap(({ changes }) => changes.map(({ path }) => path));
      expect(paths.toSorted()).toEqual([...people, ...open].toSorted());
      expect(new Set(pages.map(({ cursor }) => cursor))).toEqual(new Set([6]));
    }
    for (const mark of ['visits/x', 'visits/', '\u0000', '\ud800', '~'])
      expect((await store.people(household, mark, 2)).changes.length).toBeLessThan(3);
  });
}

/** The pages of a snapshot end with the document that makes them too long, and bring everything once. */
export function longPagesContract(makeStore: () => Promise<Store>): void {
  const LONG = 100_000;
  const kim = newId();
  const longChildren = Array.from(
    { length: 14 },
    () => [childPath(newId()), aChild('x'.repeat(LONG))] as const,
  );
  const longVisits = Array.from(
    { length: 14 },
    (_, at) =>
      [visitPath(kim, newId()), { ...aVisit(newId(), at, at + 1), padding: 'x'.repeat(LONG) }] as const,
  );

  async function filled() {
    const store = await makeStore();
    const family = await storeFamily(store);
    for (const document of [...longChildren, ...longVisits]) await family.save([document as never]);
    return { store, household: family.household };
  }

  test('a page of the feed has a length, and so have those of people and of visits', async () => {
    const { store, household } = await filled();
    const [feed, visits]: [Change[][], Change[][]] = [[], []];
    for (let after = 0, isMore = true; isMore; ) {
      const page = await store.changes(household, after, 500);
      feed.push(page.changes);
      [after, isMore] = [page.cursor, page.more];
    }
    for (let mark: HistoryMark | null | undefined; mark !== null; ) {
      const page = await store.visits(household, mark, 500);
      visits.push(page.changes);
      mark = page.next;
    }
    const people = (await peopleOf(store, household, 500)).map(({ changes }) => changes);
    for (const pages of [feed, people, visits]) {
      expect(pages.length).toBeGreaterThan(2);
      for (const page of pages) expect(JSON.stringify(page).length).toBeLessThan(PAGE_LENGTH + 1.1 * LONG);
    }
    expect(feed.flat()).toHaveLength(29);
    expect(people.flat()).toHaveLength(15);
    expect(visits.flat()).toHaveLength(14);
  });
}

async function peopleOf(store: Store, household: Id, limit: number) {
  const pages = [await store.people(household, undefined, limit)];
  for (let mark = pages[0]?.next; mark != null; mark = pages.at(-1)?.next)
    pages.push(await store.people(household, mark, limit));
  return pages;
}
