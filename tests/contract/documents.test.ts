import { expect, test } from 'vitest';
import type { Id } from '#domain/ids.ts';
import { childPath, friendPath, profilePath, visitPath } from '#domain/paths.ts';
import type { Change, HistoryMark } from '#domain/protocol/sync.ts';
import { PAGE_LENGTH } from '#server/store/households/feed.ts';
import { newId } from '#tests/support/people/household.ts';
import { aChild, aFriend, aVisit, minute, NOON, storeFamily } from '#tests/support/people/stored-family.ts';
import { until } from '#tests/support/server/app.ts';
import { contractStore } from '#tests/support/server/open-store.ts';

const store = contractStore();

/** Longer than any adapter batches its hints, in ms. */
const QUIET = 150;

const pathsOf = (changes: readonly { path: string }[]) => changes.map(({ path }) => path);

test('the feed returns the changes after a version, oldest first', async () => {
  const [family, other] = [await storeFamily(store), await storeFamily(store)];
  const { household, account, save } = family;
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
  const versions = await store.versions([household, other.household, newId()]);
  expect(versions).toEqual(new Map([[household, 3]]).set(other.household, 1));
});

// docs/sync.md: RP2
test('a page of the feed never splits a version, even one larger than the page', async () => {
  const { household, save } = await storeFamily(store);
  for (let version = 2; version < 4; version += 1)
    await save([newId(), newId(), newId()].map((id) => [childPath(id), aChild()]));
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

test('text is stored unchanged, every script, emoji and NUL, and seen by its household alone', async () => {
  const [{ household, save }, other] = [await storeFamily(store), await storeFamily(store)];
  const [kim, child] = [newId(), aChild('Åsa 👨‍👩‍👧 \u0000 עברית "\\')];
  await save([
    [childPath(kim), child],
    [visitPath(kim, newId()), aVisit(newId(), 0, 5)],
  ]);
  const { changes } = await store.changes(household, 1, 10);
  expect(changes).toContainEqual({ path: childPath(kim), version: 2, document: child });
  const own = [profilePath(other.account.uid)];
  expect(pathsOf((await store.changes(other.household, 0, 10)).changes)).toEqual(own);
  expect(pathsOf((await store.people(other.household, undefined, 1000)).changes)).toEqual(own);
  expect((await store.visits(other.household, undefined, 10)).changes).toEqual([]);
});

test('people and open visits come in pages, each once, with the version at which they stand', async () => {
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
    const pages = await peopleOf(household, limit);
    expect(pages.map(({ changes }) => changes.length <= limit)).not.toContain(false);
    const paths = pages.flatMap(({ changes }) => pathsOf(changes));
    expect(paths.toSorted()).toEqual([...people, ...open].toSorted());
    expect(new Set(pages.map(({ cursor }) => cursor))).toEqual(new Set([6]));
  }
});

test('closed visits come in pages, newest first', async () => {
  const { household, save } = await storeFamily(store);
  const closed = [10, 30, 20, 40].map((from) => [visitPath(newId(), newId()), from] as const);
  await save(closed.map(([path, from]) => [path, aVisit(newId(), from, from + 5)]));
  await save([[visitPath(newId(), newId()), aVisit(newId(), 50)]]);
  const first = await store.visits(household, undefined, 3);
  const second = await store.visits(household, first.next ?? undefined, 3);
  const inOrder = closed.toSorted((a, b) => b[1] - a[1]).map(([path]) => path);
  expect(pathsOf([...first.changes, ...second.changes])).toEqual(inOrder);
  expect(first.changes).toHaveLength(3);
  expect(second.next).toBeNull();
  expect((await store.visits(household, undefined, 4)).next).toBeNull();
});

test('any made-up position or cursor is answered with a page', async () => {
  const { household, save } = await storeFamily(store);
  await save([[visitPath(newId(), newId()), aVisit(newId(), 0, 5)]]);
  const start = minute(1);
  for (const path of ['\u0000', '\ud800', '~\u0000', '', "' OR 1=1", '\u{10ffff}', 'visits/', 'visits/x']) {
    expect((await store.visits(household, { start, path }, 10)).changes).toHaveLength(1);
    expect((await store.people(household, path, 2)).changes.length).toBeLessThan(3);
  }
  const { changes, cursor } = await store.changes(household, Number.MAX_SAFE_INTEGER, 10);
  expect([changes, cursor]).toEqual([[], 2]);
  expect(await store.changes('nobody0000', 0, 10)).toEqual({ changes: [], cursor: 0, more: false });
  expect(await store.people('nobody0000', undefined, 1000)).toEqual({ changes: [], cursor: 0, next: null });
});

test('paths are sorted by bytes, not by a collation', async () => {
  const { household, save } = await storeFamily(store);
  // Many collations ignore a slash when they sort.
  const ids = ['a0000000000', 'a00000000001', 'b0000000000'];
  const paths = ids.flatMap((id) => [childPath(id), friendPath(id, newId())]);
  await save(paths.map((path) => [path, path.includes('/friends/') ? aFriend() : aChild()]));
  const present = async () => {
    const { changes } = await store.people(household, undefined, 1000);
    return pathsOf(changes).filter((path) => !path.startsWith('profiles'));
  };
  expect(await present()).toEqual(paths.toSorted());
  await save([[childPath('a0000000000'), undefined]]);
  expect(await present()).toEqual(paths.slice(2).toSorted());
});

test('a page of the feed has a length, and so have those of people and of visits', async () => {
  const { household, save } = await storeFamily(store);
  const padding = 'x'.repeat(100_000);
  for (let at = 0; at < 14; at += 1) {
    await save([[childPath(newId()), aChild(padding)]]);
    await save([[visitPath(newId(), newId()), { ...aVisit(newId(), at, at + 1), padding } as never]]);
  }
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
  const people = (await peopleOf(household, 500)).map(({ changes }) => changes);
  for (const pages of [feed, people, visits]) {
    expect(pages.length).toBeGreaterThan(2);
    for (const page of pages)
      expect(JSON.stringify(page).length).toBeLessThan(PAGE_LENGTH + 1.1 * padding.length);
  }
  expect([feed, people, visits].map((pages) => pages.flat().length)).toEqual([29, 15, 14]);
});

async function peopleOf(household: Id, limit: number) {
  const pages = [await store.people(household, undefined, limit)];
  for (let mark = pages[0]?.next; mark != null; mark = pages.at(-1)?.next)
    pages.push(await store.people(household, mark, limit));
  return pages;
}

const pause = () => new Promise((resolve) => setTimeout(resolve, QUIET));

test('a listener hears of a change once it can be read, until it stops listening', async () => {
  const { household, save } = await storeFamily(store);
  const notified: Promise<[Id, number]>[] = [];
  const stop = store.onChange((changed) =>
    notified.push(store.changes(changed, 0, 9).then(({ cursor }) => [changed, cursor])),
  );
  await save([[childPath(newId()), aChild()]]);
  await until(() => notified.length > 0);
  await pause();
  expect(await Promise.all(notified)).toEqual([[household, 2]]);
  stop();
  await save([[childPath(newId()), aChild()]]);
  await pause();
  expect(notified).toHaveLength(1);
});

test('a transaction that only reads or is rolled back gives no hint, and the deletion of a household one', async () => {
  const { account, household, save } = await storeFamily(store);
  const notified: Id[] = [];
  store.onChange((changed) => notified.push(changed));
  await store.transact(household, (transaction) => transaction.begin(newId(), []));
  const twice = { outcome: { op: newId(), result: 'done', version: 2 }, sequence: 1 } as const;
  await expect(save([], { outcomes: [twice, twice] })).rejects.toThrow();
  await pause();
  expect(notified).toEqual([]);
  await store.deleteAccount(account.uid, NOON);
  await until(() => notified.length > 0);
  expect(notified[0]).toBe(household);
});

test('the check of a working store succeeds', async () => {
  await expect(store.check()).resolves.toBeUndefined();
  await storeFamily(store);
  await expect(store.scrub()).resolves.toBeUndefined();
});
