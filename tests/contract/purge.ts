import { expect, test } from 'vitest';
import { childPath, friendPath } from '#domain/paths.ts';
import type { Store } from '#server/store/ports/store.ts';
import { newId } from '#tests/support/people/household.ts';
import { aChild, aFriend, minute, NOON, storeFamily } from '#tests/support/people/stored-family.ts';

const before = (tombstones: number, outcomes: number) => ({
  tombstones: minute(tombstones),
  outcomes: minute(outcomes),
});

/** A family that removed a friend at minute 10 and a child at minute 20; `at` records an op at a minute. */
async function familyWithRemovals(store: Store) {
  const family = await storeFamily(store);
  const [device, kim, olle, ella] = [newId(), newId(), newId(), newId()];
  const ops: string[] = [];
  const at = async (minutes: number, documents: Parameters<typeof family.save>[0]) => {
    const op = newId();
    ops.push(op);
    const version = ops.length + 1;
    const outcome = { outcome: { op, result: 'done', version } as const, sequence: ops.length };
    await family.save(documents, {
      device,
      lastSequence: ops.length,
      outcomes: [outcome],
      recordedAt: minute(minutes),
    });
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

async function purgeAll(store: Store, times: ReturnType<typeof before>): Promise<void> {
  const { tombstones, outcomes } = times;
  let after: string | null | undefined;
  while (after !== null) after = await store.purgeTombstones(after, tombstones, 2);
  let mark: string | null | undefined;
  while (mark !== null) mark = await store.purgeOutcomes(mark, outcomes);
}

export function purgeContract(makeStore: () => Promise<Store>): void {
  test('an old tombstone is purged, and a cursor before it is reported as expired', async () => {
    const store = await makeStore();
    const { household, olle } = await familyWithRemovals(store);
    await purgeAll(store, before(15, 0));
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
    const store = await makeStore();
    const { household, kim } = await familyWithRemovals(store);
    const others = [await storeFamily(store), await storeFamily(store)];
    await purgeAll(store, before(5, 5));
    expect((await store.changes(household, 1, 10)).cursorExpired).toBeUndefined();
    await purgeAll(store, before(60, 60));
    expect((await store.people(household, undefined, 1000)).changes.map(({ path }) => path)).toContain(
      childPath(kim),
    );
    expect((await store.people(household, undefined, 1000)).cursor).toBe(4);
    for (const other of others) {
      expect(await store.changes(other.household, 0, 10)).toMatchObject({ cursor: 1, changes: [{}] });
    }
  });
}

export function outcomePurgeContract(makeStore: () => Promise<Store>): void {
  test('a sent notice is purged with the outcome of its tap, a waiting one is not', async () => {
    const store = await makeStore();
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
    await purgeAll(store, before(20, 20));
    // A notice that is still known to be sent is corrected; one that was purged is not.
    await queue(old, 'taken-back', 40);
    await queue(recent, 'taken-back', 40);
    const corrections = await store.takeNotices(minute(50), minute(51), 10);
    expect(corrections).toMatchObject([{ notice: { about: recent }, isCorrection: true }]);
    expect(await store.takeNotices(minute(100), minute(101), 10)).toHaveLength(2);
  });

  // docs/sync.md: OP6
  test('an old outcome is purged, the last sequence number of its device is not', async () => {
    const store = await makeStore();
    const { household, device, ops } = await familyWithRemovals(store);
    await purgeAll(store, before(15, 15));
    const state = await store.transact(household, (transaction) => transaction.begin(device, ops));
    expect([...state.outcomes.keys()]).toEqual(ops.slice(2));
    expect(state.lastSequence).toBe(3);
    expect(await store.purgeTombstones('zzzz', NOON, 5)).toBeNull();
    expect(await store.purgeOutcomes('zzzz', NOON)).toBeNull();
  });

  test('all old outcomes of all households are purged in steps, and no later one', async () => {
    const store = await makeStore();
    const [PAST, families] = [30, [] as Awaited<ReturnType<typeof storeFamily>>[]];
    const known = new Map<string, { old: string[]; recent: string[] }>();
    for (let at = 0; at < 40; at += 1) families.push(await storeFamily(store));
    for (const { household, save } of families) {
      const record = async (recordedAt: string) => {
        const ops = Array.from({ length: PAST }, newId);
        const outcomes = ops.map((op, sequence) => ({
          outcome: { op, result: 'done', version: 2 } as const,
          sequence,
        }));
        await save([], { outcomes, recordedAt });
        return ops;
      };
      known.set(household, { old: await record(minute(0)), recent: await record(minute(20)) });
    }
    await purgeAll(store, before(10, 10));
    for (const [household, { old, recent }] of known) {
      const { outcomes } = await store.transact(household, (transaction) =>
        transaction.begin(newId(), [...old, ...recent]),
      );
      expect([...outcomes.keys()].toSorted()).toEqual(recent.toSorted());
    }
  });
}
