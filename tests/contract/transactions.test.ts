import { expect, test } from 'vitest';
import type { Document } from '#domain/documents.ts';
import { HouseholdSizes } from '#domain/household-sizes.ts';
import { childPath, friendPath, type Path, profilePath, type VisitorRef, visitPath } from '#domain/paths.ts';
import { nearbyVisits, VISITS_BESIDE } from '#domain/visits/visit.ts';
import { NoSuchHousehold } from '#server/store/ports/store.ts';
import { newId } from '#tests/support/people/household.ts';
import {
  aChild,
  aFriend,
  aVisit,
  minute,
  NOON,
  type StoredFamily,
  storeFamily,
} from '#tests/support/people/stored-family.ts';
import { contractStore } from '#tests/support/server/open-store.ts';

const store = contractStore();

test('the sizes of a household are those last saved, and stay without any', async () => {
  const { household, save } = await storeFamily(store);
  const sizes = () =>
    store.transact(household, async (transaction) => `${(await transaction.begin('one', [])).sizes}`);
  expect(await sizes()).toBe('[]');
  const counted = new HouseholdSizes([['kimkimkim', 3, 2]]);
  await save([], { sizes: counted });
  await save([[childPath(newId()), aChild()]]);
  expect(await sizes()).toBe('[["kimkimkim",3,2]]');
});

async function childrenOf({ household }: StoredFamily): Promise<string[]> {
  const { changes } = await store.changes(household, 1, 100);
  return changes.map(({ document }) => (document as { name: string }).name);
}

const add = ({ save }: StoredFamily, name: string) => save([[childPath(newId()), aChild(name)]]);

test('transactions of several households at once each keep their own, several of one household in order', async () => {
  const families = await Promise.all([1, 2, 3].map(() => storeFamily(store)));
  const names = ['Anna', 'Bo', 'Cid', 'Disa'];
  const messageParent = (family: StoredFamily, name: string) => add(family, `${name} ${family.household}`);
  await Promise.all(names.flatMap((name) => families.map((family) => messageParent(family, name))));
  for (const family of families) {
    const own = names.map((name) => `${name} ${family.household}`);
    expect(await childrenOf(family)).toEqual(own);
    expect((await store.people(family.household, undefined, 1000)).cursor).toBe(5);
  }
});

test('a transaction that throws after saving leaves the others of its turn alone, and no trace of its own', async () => {
  const [one, other] = [await storeFamily(store), await storeFamily(store)];
  const failing = await storeFamily(store);
  const throwing = store.transact(failing.household, async (transaction) => {
    const { version } = await transaction.begin('device-one', []);
    const documents = [{ path: childPath(newId()), version: version + 1, document: aChild() }];
    const batch = { version: version + 1, device: 'device-one', lastSequence: 1, documents };
    await transaction.save({ ...batch, outcomes: [], notices: [], recordedAt: minute(0) });
    throw new RangeError('no');
  });
  const kept = [add(one, 'Anna'), add(other, 'Bo')];
  await expect(throwing).rejects.toThrow(RangeError);
  await Promise.all(kept);
  expect(await childrenOf(one)).toEqual(['Anna']);
  expect(await childrenOf(failing)).toEqual([]);
  expect(await childrenOf(other)).toEqual(['Bo']);
  await add(failing, 'Cid');
  expect(await store.changes(failing.household, 1, 9)).toMatchObject({
    cursor: 2,
    changes: [{ version: 2 }],
  });
});

test('a transaction that reads after it saved sees what it saved', async () => {
  const [family, other] = [await storeFamily(store), await storeFamily(store)];
  const path = childPath(newId());
  const reading = store.transact(family.household, async (transaction) => {
    const documents = [{ path, version: 2, document: aChild() }];
    const batch = { version: 2, device: 'device-one', lastSequence: 1, documents };
    await transaction.save({ ...batch, outcomes: [], notices: [], recordedAt: minute(0) });
    const { version, lastSequence } = await transaction.begin('device-one', []);
    return [version, lastSequence, (await transaction.load([{ paths: [path] }])).get(path)];
  });
  await add(other, 'Bo');
  expect(await reading).toEqual([2, 1, aChild()]);
  expect((await store.changes(family.household, 1, 9)).cursor).toBe(2);
});

test('an account deleted among the transactions of other households is gone, and they are kept', async () => {
  const [one, leaving] = [await storeFamily(store), await storeFamily(store)];
  const calls = [
    add(one, 'Anna'),
    add(leaving, 'Bo'),
    store.deleteAccount(leaving.account.uid, NOON),
    add(one, 'Cid'),
  ];
  const [first, second, deletion, last] = await Promise.allSettled(calls);
  expect([first, deletion, last].map((result) => result?.status)).toEqual(Array(3).fill('fulfilled'));
  if (second?.status === 'rejected') expect(second.reason).toBeInstanceOf(NoSuchHousehold);
  await expect(add(leaving, 'Disa')).rejects.toBeInstanceOf(NoSuchHousehold);
  const unknown = store.transact(newId(), (transaction) => transaction.begin(newId(), []));
  await expect(unknown).rejects.toBeInstanceOf(NoSuchHousehold);
  expect(await childrenOf(one)).toEqual(['Anna', 'Cid']);
  expect(await store.changes(leaving.household, 0, 9)).toMatchObject({ changes: [], cursor: 0 });
  expect((await store.people(leaving.household, undefined, 1000)).changes).toEqual([]);
});

test('an op that is known is not recorded again', async () => {
  const { household, save } = await storeFamily(store);
  const op = newId();
  const record = (version: number) =>
    save([], { outcomes: [{ outcome: { op, result: 'done', version }, sequence: 1 }] });
  await record(2);
  await expect(record(3)).rejects.toThrow();
  const { outcomes, version } = await store.transact(household, ({ begin }) => begin(newId(), [op]));
  const receivedAt = Date.parse(NOON);
  expect([outcomes.get(op), version]).toEqual([{ op, result: 'done', version: 2, receivedAt }, 2]);
});

test('a load returns the declared documents of this household, and knows which ids are taken', async () => {
  const [lindgren, nguyen] = [await storeFamily(store), await storeFamily(store)];
  const [kim, removed, theirs, ella] = [newId(), newId(), newId(), newId()];
  await lindgren.save([
    [childPath(kim), aChild()],
    [childPath(removed), aChild()],
    [friendPath(removed, ella), aFriend()],
  ]);
  await lindgren.save([[childPath(removed), undefined]]);
  await nguyen.save([[childPath(theirs), aChild()]]);
  const paths = [
    childPath(kim),
    friendPath(removed, ella),
    childPath(theirs),
    profilePath(lindgren.account.uid),
  ];
  const base = await store.transact(lindgren.household, (transaction) => transaction.load([{ paths }]));
  expect(base.get(childPath(kim))).toEqual(aChild());
  expect(base.get(childPath(theirs))).toBeUndefined();
  expect(base.everExisted(childPath(theirs))).toBe(false);
  expect(base.get(friendPath(removed, ella))).toBeUndefined();
  expect(base.everExisted(friendPath(removed, ella))).toBe(true);
  expect(base.everExisted(childPath(removed))).toBe(true);
});

test('a load returns the visits around each requested time, and the open one', async () => {
  const { household, save } = await storeFamily(store);
  const [kim, ella] = [newId(), newId()];
  const ref: VisitorRef = { child: kim, kind: 'friend', visitor: ella };
  const starts = Array.from({ length: 40 }, (_, i) => i * 10);
  const visits = starts.map((from, i) => ({
    path: visitPath(kim, newId()),
    visit: aVisit(ella, from, i === 20 ? undefined : from + 5),
  }));
  await save([[childPath(kim), aChild()]]);
  await save(visits.map(({ path, visit }) => [path, visit]));
  await save([[visitPath(kim, newId()), aVisit(newId(), 55, 56)]]);
  const times = [-5, 0, 57, 60, 333, 1000].map(minute);
  const reads = times.map((at) => ({ paths: [friendPath(kim, ella)], visitsNear: { visitor: ref, at } }));
  const base = await store.transact(household, (transaction) => transaction.load(reads));
  const loaded = [...base.visitsOf(ref)].toSorted((a, b) =>
    (a.visit.arrived?.at ?? '') < (b.visit.arrived?.at ?? '') ? -1 : 1,
  );
  expect(loaded.length).toBeLessThan(visits.length);
  for (const at of times) expect(nearbyVisits(loaded, at)).toEqual(nearbyVisits(visits, at));
  const one = await store.transact(household, (transaction) => transaction.load(reads.slice(2, 3)));
  expect([...one.visitsOf(ref)]).toHaveLength(2 * VISITS_BESIDE + 1);
});

test('two households with the same ids each have their own documents and outcomes, and remove their own', async () => {
  const [lindgren, nguyen] = [await storeFamily(store), await storeFamily(store)];
  const [kim, ella, op] = [newId(), newId(), newId()];
  const [child, friend, visit] = [childPath(kim), friendPath(kim, ella), visitPath(kim, op)];
  const device = newId();
  const save = async ({ save }: StoredFamily, name: string, visits: readonly [Path, Document][]) =>
    save([[child, aChild(name)], [friend, aFriend(name)], ...visits], {
      ...{ device, lastSequence: name.length },
      outcomes: [{ outcome: { op, result: 'done', version: name.length }, sequence: 1 }],
    });
  const seen = async ({ household }: StoredFamily) => {
    const { outcomes, lastSequence, base } = await store.transact(household, async (transaction) => ({
      ...(await transaction.begin(device, [op])),
      base: await transaction.load([{ paths: [child, friend, visit] }]),
    }));
    const names = [base.get(child)?.name, base.get(friend)?.name];
    return [outcomes.get(op), lastSequence, ...names, base.everExisted(visit)];
  };
  await save(lindgren, 'Kim', [[visit, aVisit(ella, 0, 5)]]);
  expect(await seen(nguyen)).toEqual([undefined, 0, undefined, undefined, false]);
  await save(nguyen, 'Olle', []);
  const done = { op, result: 'done', receivedAt: Date.parse(NOON) };
  expect(await seen(lindgren)).toEqual([{ ...done, version: 3 }, 3, 'Kim', 'Kim', true]);
  expect(await seen(nguyen)).toEqual([{ ...done, version: 4 }, 4, 'Olle', 'Olle', false]);
  const visitsOf = async ({ household }: StoredFamily) =>
    (await store.visits(household, undefined, 10)).changes.map(({ document }) => document);
  const before = await visitsOf(lindgren);
  await nguyen.save([[visit, aVisit(ella, 0)]]);
  await nguyen.save([[visit, aVisit(ella, 0, 30)]]);
  expect([await visitsOf(lindgren), (await visitsOf(nguyen)).length]).toEqual([before, 1]);
  await nguyen.save([[visit, undefined]]);
  expect([await visitsOf(lindgren), await visitsOf(nguyen)]).toEqual([before, []]);
  await store.deleteAccount(nguyen.account.uid, NOON);
  while (await store.purgeRemoved());
  expect(await seen(lindgren)).toEqual([{ ...done, version: 3 }, 3, 'Kim', 'Kim', true]);
});
