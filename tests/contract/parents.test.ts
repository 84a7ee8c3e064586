import { expect, test } from 'vitest';
import { HouseholdSizes } from '#domain/household-sizes.ts';
import { childPath, friendPath, profilePath, visitPath } from '#domain/paths.ts';
import { newId } from '#tests/support/people/household.ts';
import {
  aChild,
  aFriend,
  aSession,
  aVisit,
  minute,
  NOON,
  storeFamily,
} from '#tests/support/people/stored-family.ts';
import { storeFollowing } from '#tests/support/people/stored-following.ts';
import { joinFamily, MOST, move, part, storeInvite } from '#tests/support/people/stored-parents.ts';
import { contractStore } from '#tests/support/server/open-store.ts';

const store = contractStore();

const parentsOf = async (household: string) => (await store.parentsOf(household)).map(({ uid }) => uid);

/** The paths and versions of everything in a household, and its bodies as one text. */
async function contentOf(household: string) {
  const people = (await store.people(household, undefined, 100)).changes;
  const visits = (await store.visits(household, undefined, 100)).changes;
  const all = [...people, ...visits].filter(({ path }) => !path.startsWith('profiles/'));
  return {
    marks: all.map(({ path, version }) => `${version} ${path}`).toSorted(),
    text: JSON.stringify(all),
  };
}

/** A family of two parents with a child, its friend, a closed and an open visit with a link and an answer. */
async function twoParents() {
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

test('an account moves with its profile, and the household that it left empty is gone', async () => {
  const [anna, bo] = [await storeFamily(store), await storeFamily(store)];
  const { uid } = bo.account;
  await bo.save([[childPath(newId()), aChild()]]);
  for (const hash of ['stays', 'ends']) await store.openSession(aSession(uid, { tokenHash: hash }));
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
  expect(await parentsOf(anna.household)).toEqual([anna.account.uid, uid]);
  // Neither the used invitation nor one into the former household leads anywhere.
  for (const used of [invite, own]) expect(await move(store, places, used)).toBe('elsewhere');
  const third = await storeFamily(store);
  const to = { uid: third.account.uid, from: third.household, to: anna.household };
  for (const used of [invite, own]) expect(await move(store, to, used)).toBe('expired');
});

test('a household that others stay in keeps all but the profile', async () => {
  const { bo, household, anna } = await twoParents();
  const other = await storeFamily(store);
  const before = await contentOf(household);
  const { cursor } = await store.changes(household, 0, 100);
  const invite = await storeInvite(store, other, other.account.uid);
  const { uid } = bo.account;
  expect(await move(store, { uid, from: household, to: other.household }, invite)).toEqual({ ended: [] });
  expect(await contentOf(household)).toEqual(before);
  expect((await store.changes(household, cursor, 10)).changes).toEqual([
    { path: profilePath(uid), version: cursor + 1 },
  ]);
  expect(await store.contentsOf(household)).toEqual({ children: 1, visits: 2, parents: 1 });
  expect(await parentsOf(household)).toEqual([anna.account.uid]);
});

test('nobody moves by an invitation that is late, changed, or of another household', async () => {
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

test('whoever goes gets a copy at the same paths and versions, without links and answers', async () => {
  const { anna, bo, household, link } = await twoParents();
  const before = await contentOf(household);
  const { uid } = bo.account;
  await store.openSession(aSession(uid, { tokenHash: 'theirs' }));
  const { to, parted } = await part(store, { uid, from: household });
  expect(parted).toEqual({ ended: ['theirs'] });
  const copy = await contentOf(to);
  expect(copy.marks).toEqual(before.marks);
  expect(copy.marks).toHaveLength(4);
  expect(before.text).toContain(link);
  for (const left of [link, '"answer":{', 'Gone']) expect(copy.text).not.toContain(left);
  expect(copy.text).toContain(JSON.stringify('Ella \u0000 "links":'));
  expect(await store.linked(link)).toMatchObject({ household });
  expect(await contentOf(household)).toEqual(before);
  expect(await store.contentsOf(to)).toEqual({ children: 1, visits: 2, parents: 1 });
  const [parent] = await store.parentsOf(to);
  expect(parent?.profile).not.toHaveProperty('joinedAt');
  expect(await parentsOf(household)).toEqual([anna.account.uid]);
});

test('the copy goes on by itself: its versions rise, and a cursor from before it gets a snapshot', async () => {
  const { bo, household } = await twoParents();
  const { cursor } = await store.changes(household, 0, 100);
  const { to } = await part(store, { uid: bo.account.uid, from: household });
  expect([...(await store.versions([household, to])).values()]).toEqual([cursor + 1, cursor + 1]);
  expect(await store.changes(to, cursor - 1, 100)).toMatchObject({ cursorExpired: true });
  const sizes = await store.transact(to, async (transaction) => (await transaction.begin(newId(), [])).sizes);
  expect([sizes.children, sizes.visitors]).toEqual([1, 1]);
});

test('without a copy the new household is empty', async () => {
  const { bo, household } = await twoParents();
  const { to } = await part(store, { uid: bo.account.uid, from: household }, { copy: false });
  expect(await contentOf(to)).toMatchObject({ marks: [] });
  expect((await store.people(to, undefined, 10)).changes).toMatchObject([
    { path: profilePath(bo.account.uid), version: Date.parse(NOON) },
  ]);
  expect(await store.contentsOf(to)).toEqual({ children: 0, visits: 0, parents: 1 });
});

test('the last parent of a household cannot go, also of two at once, nor one of another household', async () => {
  const { anna, bo, household } = await twoParents();
  const goes = async (uid: string, from: string) => (await part(store, { uid, from })).parted;
  const both = await Promise.all([anna, bo].map(({ account }) => goes(account.uid, household)));
  expect(both.filter((parted) => parted === 'last')).toHaveLength(1);
  const [uid = ''] = await parentsOf(household);
  expect(await goes(uid, household)).toBe('last');
  expect(await goes(uid, (await storeFamily(store)).household)).toBe('elsewhere');
  expect(await parentsOf(household)).toEqual([uid]);
});

test('whoever was told that others stay deletes no household', async () => {
  const { anna, bo, household } = await twoParents();
  const other = await storeFamily(store);
  const invite = await storeInvite(store, other, other.account.uid);
  const places = { uid: bo.account.uid, from: household, to: other.household };
  await store.deleteAccount(anna.account.uid, NOON);
  const before = await contentOf(household);
  expect(await move(store, places, invite, { othersStay: true })).toBe('last');
  expect(await contentOf(household)).toEqual(before);
  expect(await move(store, places, invite)).toEqual({ ended: [] });
});

test('deleting one of two accounts removes its profile through the feed, until that is purged, and nothing else', async () => {
  const [anna, bo] = [await storeFamily(store), await storeFamily(store)];
  const kim = childPath(newId());
  await anna.save([[kim, aChild()]]);
  await joinFamily(store, anna, bo);
  const before = await store.changes(anna.household, 0, 10);
  expect(before.changes.map(({ path }) => path).toSorted()).toEqual(
    [kim, profilePath(anna.account.uid), profilePath(bo.account.uid)].toSorted(),
  );
  await store.deleteAccount(bo.account.uid, NOON);
  const after = await store.changes(anna.household, before.cursor, 10);
  expect(after.changes).toEqual([{ path: profilePath(bo.account.uid), version: before.cursor + 1 }]);
  const { changes } = await store.people(anna.household, undefined, 10);
  expect(changes.map(({ path }) => path).toSorted()).toEqual([kim, profilePath(anna.account.uid)].toSorted());
  expect(JSON.stringify(changes)).not.toContain(bo.account.email);
  await store.purgeTombstones(undefined, minute(1), 10);
  expect(await store.changes(anna.household, 0, 10)).toMatchObject({ cursorExpired: true });
  await store.deleteAccount(anna.account.uid, NOON);
  expect((await store.versions([anna.household])).size).toBe(0);
});

test('the accounts that share a household are listed, and no others', async () => {
  const [anna, bo] = [await storeFamily(store), await storeFamily(store)];
  expect(await store.sharingAccounts()).toEqual([]);
  await joinFamily(store, anna, bo);
  await storeFamily(store);
  const shared = [anna, bo].map(({ account: { uid } }) => ({ uid, household: anna.household }));
  expect(await store.sharingAccounts()).toMatchObject(shared.toSorted((a, b) => (a.uid < b.uid ? -1 : 1)));
});

test('a household has one open invitation, which any of its parents ends', async () => {
  const [anna, bo] = [await storeFamily(store), await storeFamily(store)];
  const { uid } = anna.account;
  expect(await storeInvite(store, anna, bo.account.uid)).toBe('elsewhere');
  expect(await storeInvite(store, anna, uid, 'one')).toMatchObject({ hash: 'one' });
  expect(await storeInvite(store, anna, uid, 'one')).toMatchObject({ hash: 'one' });
  expect(await storeInvite(store, anna, uid, 'two')).toBe('open');
  expect(await store.openInvite(anna.household, NOON)).toMatchObject({ hash: 'one', uid });
  expect(await store.openInvite(bo.household, NOON)).toBeUndefined();
  expect(await store.openInvite(anna.household, minute(48 * 60))).toBeUndefined();
  await store.endInvites(bo.household);
  expect(await store.openInvite(anna.household, NOON)).toBeDefined();
  await store.endInvites(anna.household);
  expect(await store.openInvite(anna.household, NOON)).toBeUndefined();
  expect(await storeInvite(store, anna, uid, 'two')).toMatchObject({ hash: 'two' });
});

test('of two invitations made at once one is stored', async () => {
  const anna = await storeFamily(store);
  const both = await Promise.all(
    ['one', 'two'].map((hash) => storeInvite(store, anna, anna.account.uid, hash)),
  );
  expect(both.filter((put) => put === 'open')).toHaveLength(1);
});

test('a body replaces the one that was read, and no other', async () => {
  const anna = await storeFamily(store);
  const { hash, body } = { hash: 'one', body: JSON.stringify({ madeAt: NOON }) };
  await storeInvite(store, anna, anna.account.uid, hash);
  expect(await store.updateInvite(hash, 'other', 'new', NOON)).toBe(false);
  expect(await store.updateInvite(hash, body, 'new', minute(48 * 60))).toBe(false);
  expect(await store.updateInvite(hash, body, 'new', NOON)).toBe(true);
  expect(await store.openInvite(anna.household, NOON)).toMatchObject({ body: 'new' });
  await store.deleteAccount(anna.account.uid, NOON);
  expect(await store.updateInvite(hash, 'new', 'newer', NOON)).toBe(false);
});

test('a full household invites nobody, and takes nobody', async () => {
  const [anna, last] = [await storeFamily(store), await storeFamily(store)];
  for (let parents = 2; parents < MOST; parents += 1) await joinFamily(store, anna, await storeFamily(store));
  const invite = await storeInvite(store, anna, anna.account.uid);
  const places = { uid: last.account.uid, from: last.household, to: anna.household };
  expect(await move(store, places, invite, { most: MOST - 1 })).toBe('full');
  expect(await move(store, places, invite)).toEqual({ ended: [] });
  expect(await storeInvite(store, anna, anna.account.uid)).toBe('full');
  expect(await store.parentsOf(anna.household)).toHaveLength(MOST);
});

test('a following stays with its households when parents part, and goes with one that is left empty', async () => {
  const { host, home, row } = await storeFollowing(store);
  const [bo, eva] = [await storeFamily(store), await storeFamily(store)];
  await joinFamily(store, host, bo);
  await joinFamily(store, home, eva);
  for (const { account, household } of [host, home]) {
    const { to, parted } = await part(store, { uid: account.uid, from: household });
    expect(parted).toEqual({ ended: [] });
    expect([await store.followsOf(to), await store.followersOf(to)]).toEqual([[], []]);
  }
  expect(await store.followsOf(home.household)).toMatchObject([{ ...row, seen: { path: host.visit } }]);
  expect(await store.followersOf(host.household)).toMatchObject([
    { ...row, parents: [{ name: 'Astrid Lindgren' }] },
  ]);
  // The last parent of the home joins the host.
  await joinFamily(store, { ...host, account: bo.account }, { ...eva, household: home.household });
  expect(await store.followersOf(host.household)).toEqual([]);
  expect(await store.versions([home.household])).toEqual(new Map());
});
