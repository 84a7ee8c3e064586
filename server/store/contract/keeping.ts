import { expect, test } from 'vitest';
import { childPath, profilePath, visitPath } from '#domain/paths.ts';
import { NoSuchHousehold, type Store } from '#server/store/port.ts';
import { newId } from '#tests/support/people/household.ts';
import { aChild, aVisit, minute, NOON, storeFamily } from '#tests/support/people/stored-family.ts';

/** A family with closed visits that began at these minutes, one that is open since minute 0, and one that was removed. */
async function familyWithVisits(store: Store, minutes: readonly number[]) {
  const family = await storeFamily(store);
  const [kim, ella, gone] = [newId(), newId(), newId()];
  const visits = minutes.map((from) => [visitPath(kim, newId()), aVisit(ella, from, from + 5)] as const);
  await family.save([
    [childPath(kim), aChild()],
    [visitPath(kim, newId()), aVisit(ella, 0)],
    [visitPath(kim, gone), aVisit(ella, 1, 2)],
    ...visits.map(([path, visit]): [typeof path, typeof visit] => [path, visit]),
  ]);
  await family.save([[visitPath(kim, gone), undefined]]);
  return { ...family, visits: visits.map(([path, visit]) => ({ path, visit })) };
}

export function keepingVisitsContract(makeStore: () => Promise<Store>): void {
  test('households come in the order of their ids, with profiles and the start of the earliest closed visit', async () => {
    const store = await makeStore();
    const lindgren = await familyWithVisits(store, [30, 10, 20]);
    const nguyen = await storeFamily(store);
    const all = await store.households(undefined, 10);
    expect(all.map(({ id }) => id)).toEqual([lindgren.household, nguyen.household].toSorted());
    expect(all.find(({ id }) => id === lindgren.household)?.oldest).toBe(minute(10));
    expect(all.find(({ id }) => id === nguyen.household)).toMatchObject({
      oldest: null,
      profiles: [{ email: nguyen.account.email, firstName: 'Astrid' }],
    });
    const [first, second] = all;
    expect(await store.households(undefined, 1)).toEqual([first]);
    expect(await store.households(first?.id, 5)).toEqual([second]);
    expect(await store.household(nguyen.household)).toMatchObject({ oldest: null });
    expect(await store.household(newId())).toBeUndefined();
    await nguyen.save([[profilePath(nguyen.account.uid), undefined]]);
    expect(await store.household(nguyen.household)).toMatchObject({ profiles: [] });
  });

  test('closed visits that began before a time come earliest first, page by page', async () => {
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

export function goneAccountContract(makeStore: () => Promise<Store>): void {
  test('a household that went, or never was, is told apart from a broken store', async () => {
    const store = await makeStore();
    const { household, account } = await storeFamily(store);
    await store.deleteAccount(account.uid);
    for (const id of [household, newId()]) {
      const asked = store.transact(id, (transaction) => transaction.begin(newId(), []));
      await expect(asked).rejects.toBeInstanceOf(NoSuchHousehold);
    }
    await expect(store.scrub()).resolves.toBeUndefined();
  });

  test('a device of a deleted account can be told so, by the hash of its session alone', async () => {
    const store = await makeStore();
    const { account } = await storeFamily(store);
    const { uid } = account;
    const session = {
      tokenHash: 'hers',
      id: newId(),
      name: 'Chrome',
      uid,
      createdAt: NOON,
      expiresAt: minute(60),
    };
    await store.openSession(session);
    expect(await store.ticket('account-gone', 'hers', NOON)).toBeUndefined();
    await store.deleteAccount(uid);
    expect(await store.session('hers', NOON)).toBeUndefined();
    const word = { uid: null, body: '{}', expiresAt: minute(60) };
    expect(await store.ticket('account-gone', 'hers', NOON)).toEqual(word);
    expect(await store.ticket('account-gone', 'hers', minute(60))).toBeUndefined();
    expect(await store.ticket('account-gone', 'another', NOON)).toBeUndefined();
  });

  test('an account that is gone is given no credential', async () => {
    const store = await makeStore();
    const one = { kind: 'passkey', key: newId(), uid: newId(), body: '{}', createdAt: NOON } as const;
    expect(await store.addCredential(one)).toBe('gone');
    expect(await store.replaceCredentials(one.uid, one.kind, [one])).toBe(false);
    expect(await store.credential(one.kind, one.key)).toBeUndefined();
  });

  test('a notice that was taken stands until it is settled, or its account is gone', async () => {
    const store = await makeStore();
    const families = [await storeFamily(store), await storeFamily(store)];
    for (const { save } of families) {
      const notice = { about: newId(), recipient: { userId: 'x' }, name: 'Ella', at: NOON } as const;
      await save([], { notices: [{ notice: { ...notice, kind: 'first', status: 'in' }, dueAt: NOON }] });
    }
    const taken = await store.takeNotices(NOON, minute(5), 10);
    const stand = () => Promise.all(taken.map(({ id }) => store.noticeStands(id)));
    expect(await stand()).toEqual([true, true]);
    await store.deleteAccount(families[0]?.account.uid ?? '');
    expect((await stand()).toSorted()).toEqual([false, true]);
    for (const { id } of taken) await store.settleNotice(id, { sentAt: NOON });
    expect(await stand()).toEqual([false, false]);
  });

  test('whoever listens hears that a household is gone', async () => {
    const store = await makeStore();
    const { account, household } = await storeFamily(store);
    const heard = new Promise((resolve) => store.onChange(resolve));
    await store.deleteAccount(account.uid);
    expect(await heard).toBe(household);
  });
}
