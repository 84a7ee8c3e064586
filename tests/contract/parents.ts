import { expect, test } from 'vitest';
import { childPath, profilePath } from '#domain/paths.ts';
import type { Store } from '#server/store/ports/store.ts';
import { newId } from '#tests/support/people/household.ts';
import { aChild, minute, NOON, storeFamily } from '#tests/support/people/stored-family.ts';
import { joinFamily, MOST, move, storeInvite } from '#tests/support/people/stored-parents.ts';

export function sharedHouseholdContract(makeStore: () => Promise<Store>): void {
  test('deleting one of two accounts removes its profile through the feed, and nothing else', async () => {
    const store = await makeStore();
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
    expect(changes.map(({ path }) => path).toSorted()).toEqual(
      [kim, profilePath(anna.account.uid)].toSorted(),
    );
    expect(JSON.stringify(changes)).not.toContain(bo.account.email);
    await store.deleteAccount(anna.account.uid, NOON);
    expect((await store.versions([anna.household])).size).toBe(0);
  });

  test('the accounts that share a household are listed, and no others', async () => {
    const store = await makeStore();
    const [anna, bo] = [await storeFamily(store), await storeFamily(store)];
    expect(await store.sharingAccounts()).toEqual([]);
    await joinFamily(store, anna, bo);
    await storeFamily(store);
    const shared = [anna, bo].map(({ account: { uid } }) => ({ uid, household: anna.household }));
    expect(await store.sharingAccounts()).toMatchObject(shared.toSorted((a, b) => (a.uid < b.uid ? -1 : 1)));
  });

  test('the removal of a profile is purged like any other, once it is old', async () => {
    const store = await makeStore();
    const [anna, bo] = [await storeFamily(store), await storeFamily(store)];
    await joinFamily(store, anna, bo);
    await store.deleteAccount(bo.account.uid, NOON);
    await store.purgeTombstones(undefined, minute(1), 10);
    expect(await store.changes(anna.household, 0, 10)).toMatchObject({ cursorExpired: true });
  });
}

export function inviteContract(makeStore: () => Promise<Store>): void {
  test('a household has one open invitation, which any of its parents ends', async () => {
    const store = await makeStore();
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
    const store = await makeStore();
    const anna = await storeFamily(store);
    const both = await Promise.all(
      ['one', 'two'].map((hash) => storeInvite(store, anna, anna.account.uid, hash)),
    );
    expect(both.filter((put) => put === 'open')).toHaveLength(1);
  });

  test('a body replaces the one that was read, and no other', async () => {
    const store = await makeStore();
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
    const store = await makeStore();
    const [anna, last] = [await storeFamily(store), await storeFamily(store)];
    for (let parents = 2; parents < MOST; parents += 1)
      await joinFamily(store, anna, await storeFamily(store));
    const invite = await storeInvite(store, anna, anna.account.uid);
    const places = { uid: last.account.uid, from: last.household, to: anna.household };
    expect(await move(store, places, invite, { most: MOST - 1 })).toBe('full');
    expect(await move(store, places, invite)).toEqual({ ended: [] });
    expect(await storeInvite(store, anna, anna.account.uid)).toBe('full');
    expect(await store.parentsOf(anna.household)).toHaveLength(MOST);
  });
}
