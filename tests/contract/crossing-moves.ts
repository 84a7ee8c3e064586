import { expect } from 'vitest';
import { HouseholdSizes } from '#domain/household-sizes.ts';
import { childPath } from '#domain/paths.ts';
import { NoSuchHousehold, type Store } from '#server/store/ports/store.ts';
import { newId } from '#tests/support/people/household.ts';
import { aChild, NOON, type StoredFamily, storeFamily } from '#tests/support/people/stored-family.ts';
import { move, part, type StoredInvitation, storeInvite } from '#tests/support/people/stored-parents.ts';
import { randomOf } from '#tests/support/random.ts';

const FAMILIES = 4;

const householdOf = async (store: Store, { account }: StoredFamily) =>
  (await store.accountByUid(account.uid))?.household;

interface Acting {
  store: Store;
  mine: StoredFamily;
  other: StoredFamily;
  invite: StoredInvitation | string;
}

/** The steps that an account makes by itself. Each ends with a word; only a tap may meet a household that is gone. */
const STEPS: readonly ((acting: Acting) => Promise<unknown>)[] = [
  ({ store, mine: { account } }) => store.deleteAccount(account.uid, NOON),
  async ({ store, mine }) => {
    const from = await householdOf(store, mine);
    return from && part(store, { uid: mine.account.uid, from });
  },
  async ({ mine }) => {
    const child = newId();
    const sizes = new HouseholdSizes([[child, 0, 0]]);
    await mine.save([[childPath(child), aChild()]], { sizes }).catch((error: unknown) => {
      if (!(error instanceof NoSuchHousehold)) throw error;
    });
  },
  moveTo,
  moveTo,
  moveTo,
];

async function moveTo({ store, mine, other, invite }: Acting): Promise<unknown> {
  const [from, to] = [await householdOf(store, mine), await householdOf(store, other)];
  const isPossible = from && to && typeof invite !== 'string';
  return isPossible && move(store, { uid: mine.account.uid, from, to }, invite);
}

/**
 * Has accounts change places, part, tap and go, all at once and through every store in turn, from one seed. Then every account is
 * in a household, and every household that is left has one. Returns how many accounts changed their household.
 */
export async function crossMoves(stores: readonly [Store, ...Store[]], seed: number): Promise<number> {
  const { int: next } = randomOf(seed);
  const storeOf = (index: number) => stores[index % stores.length] ?? stores[0];
  const families = await Promise.all(
    Array.from({ length: FAMILIES }, (_, index) => storeFamily(storeOf(index))),
  );
  const invites = await Promise.all(
    families.map((family, index) => storeInvite(storeOf(index), family, family.account.uid)),
  );
  // The first two always change places.
  const steps = families.map((mine, index) => {
    const at = index < 2 ? 1 - index : next(FAMILIES);
    const other = families[at] ?? mine;
    const step = (index < 2 ? moveTo : STEPS[next(STEPS.length)]) ?? moveTo;
    return () => step({ store: storeOf(index), mine, other, invite: invites[at] ?? '' });
  });
  await Promise.all(steps.toSorted(() => next(3) - 1).map((step) => step()));
  const left = await Promise.all(families.map((family) => householdOf(stores[0], family)));
  for (const [index, household] of left.entries()) {
    const uids = household === undefined ? [] : await stores[0].parentsOf(household);
    if (household !== undefined) expect(uids.map(({ uid }) => uid)).toContain(families[index]?.account.uid);
  }
  const standing = await stores[0].versions(families.map(({ household }) => household));
  for (const household of standing.keys()) expect(await stores[0].parentsOf(household)).not.toEqual([]);
  return left.filter((household, index) => household && household !== families[index]?.household).length;
}
