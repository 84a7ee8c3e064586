import { expect, test } from 'vitest';
import { visitPath } from '#domain/paths.ts';
import type { Store } from '#server/store/ports/store.ts';
import { newId } from '#tests/support/people/household.ts';
import { aVisit, NOON, storeFamily } from '#tests/support/people/stored-family.ts';
import { askFor, storeFollowing, storeHost } from '#tests/support/people/stored-following.ts';
import { joinFamily, part } from '#tests/support/people/stored-parents.ts';
import { purgeRemoved } from './purge-removed.ts';

/** More visits than a step of the purge deletes. */
const MANY = 450;

/** Ends of followings when a household goes, at once or in steps; they stay when parents change theirs. */
export function goneFollowerContract(makeStore: () => Promise<Store>): void {
  deletedContract(makeStore);
  movedContract(makeStore);
}

function deletedContract(makeStore: () => Promise<Store>): void {
  test.each(['host', 'home'] as const)('a %s that is deleted takes its rows, and no others', async (who) => {
    const store = await makeStore();
    const { host, home } = await storeFollowing(store);
    const others = await storeFollowing(store);
    await askFor(store, host, await storeFamily(store));
    const { account } = { host, home }[who];
    await store.deleteAccount(account.uid, NOON);
    expect(await store.followedBy(home.household)).toEqual([]);
    expect(await store.followersOf(host.household)).toHaveLength(who === 'home' ? 1 : 0);
    expect(await store.followedBy(others.home.household)).toHaveLength(1);
  });

  test.each(['host', 'home'] as const)(
    'a large %s is gone for the other side at once, also while it is purged in steps',
    async (who) => {
      const store = await makeStore();
      const { host, home, id } = await storeFollowing(store);
      const { account, household, save } = { host, home }[who];
      await save(
        Array.from({ length: MANY }, (_, at) => [visitPath(newId(), newId()), aVisit(newId(), at, at + 1)]),
      );
      const asking = await storeFamily(store);
      await store.deleteAccount(account.uid, NOON);
      const isGone = async () => {
        expect(await store.followedBy(home.household)).toEqual([]);
        expect(await store.followersOf(host.household)).toEqual([]);
        for (const side of [host.household, home.household]) {
          expect(await store.removeFollower(side, id)).toBe(false);
          expect(await store.followed(side, id)).toBeUndefined();
        }
        expect(await store.agreeToFollower(host.household, id, { at: NOON, name: 'Ella' }, 3)).toBe(false);
        const gone =
          who === 'host' ? askFor(store, host, asking) : askFor(store, await storeHost(store), { household });
        expect((await gone).put).toBe('gone');
      };
      await isGone();
      await store.purgeRemoved();
      await isGone();
      await purgeRemoved(store);
      await isGone();
    },
  );
}

function movedContract(makeStore: () => Promise<Store>): void {
  test('a following stays with its households when parents part, and goes with one that is left empty', async () => {
    const store = await makeStore();
    const { host, home, row } = await storeFollowing(store);
    const [bo, eva] = [await storeFamily(store), await storeFamily(store)];
    for (const [family, joining] of [
      [host, bo],
      [home, eva],
    ] as const)
      await joinFamily(store, family, joining);
    const [fromHost, fromHome] = [
      await part(store, { uid: host.account.uid, from: host.household }),
      await part(store, { uid: home.account.uid, from: home.household }),
    ];
    for (const { to, parted } of [fromHost, fromHome]) {
      expect(parted).toEqual({ ended: [] });
      expect([await store.followedBy(to), await store.followersOf(to)]).toEqual([[], []]);
    }
    expect(await store.followedBy(home.household)).toMatchObject([{ ...row, seen: { path: host.visit } }]);
    expect(await store.followersOf(host.household)).toMatchObject([
      { ...row, parents: [{ name: 'Astrid Lindgren' }] },
    ]);
    // The last parent of the home joins the host.
    await joinFamily(store, { ...host, account: bo.account }, { ...eva, household: home.household });
    expect(await store.followersOf(host.household)).toEqual([]);
    expect(await store.versions([home.household])).toEqual(new Map());
  });
}
