import { expect, test } from 'vitest';
import { HouseholdSizes } from '#domain/household-sizes.ts';
import { childPath, friendPath, profilePath, visitPath } from '#domain/paths.ts';
import type { Store } from '#server/store/ports/store.ts';
import { newId } from '#tests/support/people/household.ts';
import { aChild, aFriend, aVisit, minute, NOON, storeFamily } from '#tests/support/people/stored-family.ts';
import { joinFamily, move, part, storeInvite } from '#tests/support/people/stored-parents.ts';

const aSession = (uid: string, tokenHash: string) => ({
  ...{ tokenHash, id: newId(), name: '', uid },
  ...{ createdAt: NOON, expiresAt: minute(60) },
});

/** The paths and versions of everything in a household, and its bodies as one text. */
async function contentOf(store: Store, household: string) {
  const people = (await store.people(household, undefined, 100)).changes;
  const visits = (await store.visits(household, undefined, 100)).changes;
  const all = [...people, ...visits].filter(({ path }) => !path.startsWith('profiles/'));
  return {
    marks: all.map(({ path, version }) => `${version} ${path}`).toSorted(),
    text: JSON.stringify(all),
  };
}

/** A family of two parents with a child, its friend, a closed and an open visit with a link and an answer. */
async function twoParents(store: Store) {
  const [anna, bo] = [await storeFamily(store), await storeFamily(store)];
  await joinFamily(store, anna, bo);
  const [kim, ella, gone] = [newId(), newId(), newId()];
  const link = { id: newId(), hash: `hash-${kim}`, by: anna.account.uid, madeAt: NOON };
  const open = { ...aVisit(ella, 30), links: [link], answer: { code: 'thanks', at: NOON } as const };
  const sizes = new HouseholdSizes([[kim, 1, 0]]);
  const documents: Parameters<typeof anna.save>[0] = [
    [childPath(kim), aChild()],
    [friendPath(kim, ella), aFriend('Ella \u0000 "links":')],
    [visitPath(kim, newId()), aVisit(ella, 0, 10)],
    [visitPath(kim, newId()), open],
  ];
  await anna.save(documents, { sizes });
  await anna.save([
    [childPath(gone), aChild('Gone')],
    [visitPath(gone, newId()), aVisit(newId(), 0, 5)],
  ]);
  await anna.save([[childPath(gone), undefined]]);
  return { anna, bo, household: anna.household, link: link.hash };
}

export function moveContract(makeStore: () => Promise<Store>): void {
  test('an account moves with its profile, and the household that it left empty is gone', async () => {
    const store = await makeStore();
    const [anna, bo] = [await storeFamily(store), await storeFamily(store)];
    const { uid } = bo.account;
    await bo.save([[childPath(newId()), aChild()]]);
    for (const hash of ['stays', 'ends']) await store.openSession(aSession(uid, hash));
    const { cursor } = await store.changes(anna.household, 0, 10);
    const invite = await storeInvite(store, anna, anna.account.uid);
    const own = await storeInvite(store, bo, uid, 'own');
    const places = { uid, from: bo.household, to: anna.household };
    expect(await move(store, places, invite, { session: 'stays' })).toEqual({ ended: ['ends'] });
    expect(await store.accountByUid(uid)).toMatchObject({ household: anna.household });
    expect(await store.session('stays', NOON)).toMatchObject({ household: anna.household });
    expect(await store.endedSessions(['stays', 'ends'], NOON)).toEqual(new Map([['ends', 'session-ended']]));
    expect((await store.versions([bo.household])).size).toBe(0);
    expect((await store.changes(anna.household, cursor, 10)).changes).toMatchObject([
      { path: profilePath(uid), version: Date.parse(NOON), document: { joinedAt: NOON } },
    ]);
    expect((await store.parentsOf(anna.household)).map((parent) => parent.uid)).toEqual([
      anna.account.uid,
      uid,
    ]);
    // Neither the used invitation nor one into the former household leads anywhere.
    for (const used of [invite, own]) expect(await move(store, places, used)).toBe('elsewhere');
    const third = await storeFamily(store);
    const to = { uid: third.account.uid, from: third.household, to: anna.household };
    for (const used of [invite, own]) expect(await move(store, to, used)).toBe('expired');
  });

  test('a household that others stay in keeps all but the profile', async () => {
    const store = await makeStore();
    const { bo, household, anna } = await twoParents(store);
    const other = await storeFamily(store);
    const before = await contentOf(store, household);
    const { cursor } = await store.changes(household, 0, 100);
    const invite = await storeInvite(store, other, other.account.uid);
    const { uid } = bo.account;
    expect(await move(store, { uid, from: household, to: other.household }, invite)).toEqual({ ended: [] });
    expect(await contentOf(store, household)).toEqual(before);
    expect((await store.changes(household, cursor, 10)).changes).toEqual([
      { path: profilePath(uid), version: cursor + 1 },
    ]);
    expect(await store.contentsOf(household)).toEqual({ children: 1, visits: 2, parents: 1 });
    expect((await store.parentsOf(household)).map((parent) => parent.uid)).toEqual([anna.account.uid]);
  });

  test('nobody moves by an invitation that is late, changed, or of another household', async () => {
    const store = await makeStore();
    const [anna, bo, other] = [await storeFamily(store), await storeFamily(store), await storeFamily(store)];
    const invite = await storeInvite(store, anna, anna.account.uid);
    const { uid } = bo.account;
    const places = { uid, from: bo.household, to: anna.household };
    const { hash } = invite as { hash: string };
    expect(await move(store, places, invite, { now: minute(48 * 60) })).toBe('expired');
    expect(await move(store, places, { hash, body: '{}' })).toBe('expired');
    expect(await move(store, { ...places, to: other.household }, invite)).toBe('expired');
    expect(await move(store, { ...places, from: other.household }, invite)).toBe('elsewhere');
    expect(await store.accountByUid(uid)).toMatchObject({ household: bo.household });
    // Its inviter is a parent there no longer.
    await joinFamily(store, other, anna);
    expect(await move(store, places, invite)).toBe('expired');
  });
}

export function partContract(makeStore: () => Promise<Store>): void {
  test('whoever goes gets a copy at the same paths and versions, without links and answers', async () => {
    const store = await makeStore();
    const { anna, bo, household, link } = await twoParents(store);
    const before = await contentOf(store, household);
    const { uid } = bo.account;
    await store.openSession(aSession(uid, 'theirs'));
    const { to, parted } = await part(store, { uid, from: household });
    expect(parted).toEqual({ ended: ['theirs'] });
    const copy = await contentOf(store, to);
    expect(copy.marks).toEqual(before.marks);
    expect(copy.marks).toHaveLength(4);
    expect(before.text).toContain(link);
    for (const left of [link, '"answer":{', 'Gone']) expect(copy.text).not.toContain(left);
    expect(copy.text).toContain(JSON.stringify('Ella \u0000 "links":'));
    expect(await store.linked(link)).toMatchObject({ household });
    expect(await contentOf(store, household)).toEqual(before);
    expect(await store.contentsOf(to)).toEqual({ children: 1, visits: 2, parents: 1 });
    const [parent] = await store.parentsOf(to);
    expect(parent?.profile).not.toHaveProperty('joinedAt');
    expect((await store.parentsOf(household)).map((one) => one.uid)).toEqual([anna.account.uid]);
  });

  test('the copy goes on by itself: its versions rise, and a cursor from before it gets a snapshot', async () => {
    const store = await makeStore();
    const { bo, household } = await twoParents(store);
    const { cursor } = await store.changes(household, 0, 100);
    const { to } = await part(store, { uid: bo.account.uid, from: household });
    expect(await store.versions([household, to])).toEqual(
      new Map([
        [household, cursor + 1],
        [to, cursor + 1],
      ]),
    );
    expect(await store.changes(to, cursor - 1, 100)).toMatchObject({ cursorExpired: true });
    const sizes = await store.transact(
      to,
      async (transaction) => (await transaction.begin(newId(), [])).sizes,
    );
    expect([sizes.children, sizes.visitors]).toEqual([1, 1]);
  });

  test('without a copy the new household is empty', async () => {
    const store = await makeStore();
    const { bo, household } = await twoParents(store);
    const { to } = await part(store, { uid: bo.account.uid, from: household }, { copy: false });
    expect(await contentOf(store, to)).toMatchObject({ marks: [] });
    expect((await store.people(to, undefined, 10)).changes).toMatchObject([
      { path: profilePath(bo.account.uid), version: Date.parse(NOON) },
    ]);
    expect(await store.contentsOf(to)).toEqual({ children: 0, visits: 0, parents: 1 });
  });
}

export function lastParentContract(makeStore: () => Promise<Store>): void {
  test('the last parent of a household cannot go, nor one of another household', async () => {
    const store = await makeStore();
    const [anna, other] = [await storeFamily(store), await storeFamily(store)];
    const { uid } = anna.account;
    expect((await part(store, { uid, from: anna.household })).parted).toBe('last');
    expect((await part(store, { uid, from: other.household })).parted).toBe('elsewhere');
    expect(await store.accountByUid(uid)).toMatchObject({ household: anna.household });
  });

  test('whoever was told that others stay deletes no household', async () => {
    const store = await makeStore();
    const { anna, bo, household } = await twoParents(store);
    const other = await storeFamily(store);
    const invite = await storeInvite(store, other, other.account.uid);
    const places = { uid: bo.account.uid, from: household, to: other.household };
    await store.deleteAccount(anna.account.uid, NOON);
    const before = await contentOf(store, household);
    expect(await move(store, places, invite, { othersStay: true })).toBe('last');
    expect(await contentOf(store, household)).toEqual(before);
    expect(await move(store, places, invite)).toEqual({ ended: [] });
  });

  test('of two parents who both go at once one stays', async () => {
    const store = await makeStore();
    const { anna, bo, household } = await twoParents(store);
    const parts = [anna, bo].map(({ account }) => part(store, { uid: account.uid, from: household }));
    const both = await Promise.all(parts);
    expect(both.filter(({ parted }) => parted === 'last')).toHaveLength(1);
    expect(await store.parentsOf(household)).toHaveLength(1);
  });
}
