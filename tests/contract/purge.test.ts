import { expect, test } from 'vitest';
import { childPath, friendPath, profilePath, visitPath } from '#domain/paths.ts';
import { newId } from '#tests/support/people/household.ts';
import {
  aChild,
  aFriend,
  aVisit,
  largeFamily,
  MANY,
  minute,
  NOON,
  purgeRemoved,
  storeFamily,
} from '#tests/support/people/stored-family.ts';
import { contractStore } from '#tests/support/server/open-store.ts';

const store = contractStore();

/** A family that removed a friend at minute 10 and a child at minute 20; `at` records an op at a minute. */
async function familyWithRemovals() {
  const family = await storeFamily(store);
  const [device, kim, olle, ella] = [newId(), newId(), newId(), newId()];
  const ops: string[] = [];
  const at = async (minutes: number, documents: Parameters<typeof family.save>[0]) => {
    const op = newId();
    ops.push(op);
    const version = ops.length + 1;
    const outcome = { outcome: { op, result: 'done', version } as const, sequence: ops.length };
    const batch = { device, lastSequence: ops.length, recordedAt: minute(minutes) };
    await family.save(documents, { ...batch, outcomes: [outcome] });
  };
  await at(0, [
    [childPath(kim), aChild()],
    [childPath(olle), aChild('Olle')],
    [friendPath(kim, ella), aFriend()],
  ]);
  await at(10, [[friendPath(kim, ella), undefined]]);
  await at(20, [[childPath(olle), undefined]]);
  return { ...family, device, ops, kim, olle, ella };
}

/** Purges tombstones and outcomes from before these minutes. */
async function purgeAll(tombstones: number, outcomes: number): Promise<void> {
  let after: string | null | undefined;
  while (after !== null) after = await store.purgeTombstones(after, minute(tombstones), 2);
  let mark: string | null | undefined;
  while (mark !== null) mark = await store.purgeOutcomes(mark, minute(outcomes));
}

test('an old tombstone is purged, and a cursor before it is reported as expired', async () => {
  const { household, olle } = await familyWithRemovals();
  await purgeAll(15, 0);
  expect(await store.changes(household, 2, 10)).toEqual({
    changes: [],
    cursor: 4,
    more: false,
    cursorExpired: true,
  });
  expect(await store.changes(household, 3, 10)).toEqual({
    changes: [{ path: childPath(olle), version: 4 }],
    cursor: 4,
    more: false,
  });
});

test('existing documents are kept, and no cursor expires without old tombstones', async () => {
  const { household, kim } = await familyWithRemovals();
  const others = [await storeFamily(store), await storeFamily(store)];
  await purgeAll(5, 5);
  expect((await store.changes(household, 1, 10)).cursorExpired).toBeUndefined();
  await purgeAll(60, 60);
  const { changes, cursor } = await store.people(household, undefined, 1000);
  expect([changes.map(({ path }) => path).includes(childPath(kim)), cursor]).toEqual([true, 4]);
  for (const other of others)
    expect(await store.changes(other.household, 0, 10)).toMatchObject({ cursor: 1, changes: [{}] });
});

test('a sent notice is purged with the outcome of its tap, a waiting one is not', async () => {
  const { save } = await storeFamily(store);
  const words = { recipient: { userId: 'x' }, name: 'Ella', status: 'in', at: NOON } as const;
  const queue = (about: string, kind: 'first' | 'taken-back', due: number) =>
    save([], { notices: [{ notice: { ...words, about, kind }, dueAt: minute(due) }] });
  const [old, recent] = [newId(), newId()];
  await queue(old, 'first', 0);
  await queue(recent, 'first', 20);
  await queue(newId(), 'first', 100);
  for (const now of [10, 30]) {
    const [taken] = await store.takeNotices(minute(now), minute(now + 1), 10);
    await store.settleNotice(taken?.id ?? 0, { sentAt: minute(now) });
  }
  await purgeAll(20, 20);
  // A notice that is still known to be sent is corrected; one that was purged is not.
  await queue(old, 'taken-back', 40);
  await queue(recent, 'taken-back', 40);
  const corrections = await store.takeNotices(minute(50), minute(51), 10);
  expect(corrections).toMatchObject([{ notice: { about: recent }, isCorrection: true }]);
  expect(await store.takeNotices(minute(100), minute(101), 10)).toHaveLength(2);
});

// docs/sync.md: OP6
test('an old outcome is purged, the last sequence number of its device is not', async () => {
  const { household, device, ops } = await familyWithRemovals();
  await purgeAll(15, 15);
  const state = await store.transact(household, (transaction) => transaction.begin(device, ops));
  expect([...state.outcomes.keys()]).toEqual(ops.slice(2));
  expect(state.lastSequence).toBe(3);
  expect(await store.purgeTombstones('zzzz', NOON, 5)).toBeNull();
  expect(await store.purgeOutcomes('zzzz', NOON)).toBeNull();
});

test('all old outcomes of all households are purged in steps, and no later one', async () => {
  const known: { household: string; old: string[]; recent: string[] }[] = [];
  for (let at = 0; at < 40; at += 1) {
    const { household, save } = await storeFamily(store);
    const record = async (recordedAt: string) => {
      const ops = Array.from({ length: 30 }, newId);
      const done = { result: 'done', version: 2 } as const;
      await save([], {
        outcomes: ops.map((op, sequence) => ({ outcome: { op, ...done }, sequence })),
        recordedAt,
      });
      return ops;
    };
    known.push({ household, old: await record(minute(0)), recent: await record(minute(20)) });
  }
  await purgeAll(10, 10);
  for (const { household, old, recent } of known) {
    const { outcomes } = await store.transact(household, (transaction) =>
      transaction.begin(newId(), [...old, ...recent]),
    );
    expect([...outcomes.keys()].toSorted()).toEqual(recent.toSorted());
  }
});

const MOST_ROWS_PER_STEP = 200;

async function seenOf(household: string): Promise<string[]> {
  const { changes, next } = await store.people(household, undefined, 1000);
  const past = await store.visits(household, undefined, 1000);
  expect([next, past.next]).toEqual([null, null]);
  return [...changes, ...past.changes].map(({ path }) => path).toSorted();
}

test('what is below a removed child is gone at once, and its rows are deleted in steps', async () => {
  const { household, account, save, kim, olle, noa, kept } = await largeFamily(store);
  await save([[childPath(kim), undefined]]);
  const left = [profilePath(account.uid), childPath(olle), friendPath(olle, noa), kept].toSorted();
  expect(await seenOf(household)).toEqual(left);
  const feed = await store.changes(household, 0, 1000);
  expect(feed.changes.map(({ path }) => path).toSorted()).toEqual([...left, childPath(kim)].toSorted());
  const steps = await purgeRemoved(store);
  expect(steps).toBeGreaterThanOrEqual(Math.floor(MANY / MOST_ROWS_PER_STEP));
  expect(await seenOf(household)).toEqual(left);
  expect(await store.purgeRemoved()).toBe(false);
});

test('a page of a feed or a history that was removed leads on to the next', async () => {
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
  const { household, save, kim, ella } = await largeFamily(store);
  await save([[childPath(kim), undefined]]);
  const visitor = { child: kim, kind: 'friend', visitor: ella } as const;
  const path = friendPath(kim, ella);
  const loaded = await store.transact(household, (transaction) =>
    transaction.load([{ paths: [path], visitsNear: { visitor, at: minute(100) } }]),
  );
  expect(loaded.get(path)).toBeUndefined();
  expect([...loaded.visitsOf(visitor)]).toEqual([]);
  expect(loaded.everExisted(path)).toBe(true);
  expect(loaded.everExisted(friendPath(kim, newId()))).toBe(true);
});

test('a deleted family is gone at once, its e-mail free, and its rows are deleted in steps', async () => {
  const { household, account } = await largeFamily(store);
  await store.deleteAccount(account.uid, NOON);
  expect(await seenOf(household)).toEqual([]);
  expect(await store.versions([household])).toEqual(new Map());
  const again = await storeFamily(store, account.email);
  await purgeRemoved(store);
  expect(await seenOf(household)).toEqual([]);
  expect(await seenOf(again.household)).toEqual([profilePath(again.account.uid)]);
});

/** A family with closed visits that began at these minutes, one open since minute 0, and one that was removed. */
async function familyWithVisits(minutes: readonly number[]) {
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

test('households are listed by id, with profiles and the start of the oldest closed visit', async () => {
  const lindgren = await familyWithVisits([30, 10, 20]);
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
  const { household, visits } = await familyWithVisits([30, 10, 20, 10]);
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
