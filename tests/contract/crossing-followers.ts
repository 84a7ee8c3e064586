import { expect } from 'vitest';
import { HouseholdSizes } from '#domain/household-sizes.ts';
import { visitPath } from '#domain/paths.ts';
import { NoSuchHousehold, type Store } from '#server/store/ports/store.ts';
import { newId } from '#tests/support/people/household.ts';
import { aFriend, aVisit, minute, NOON } from '#tests/support/people/stored-family.ts';
import { askFor, type StoredHost, storeHost } from '#tests/support/people/stored-following.ts';
import { move, storeInvite } from '#tests/support/people/stored-parents.ts';
import { randomOf } from '#tests/support/random.ts';

const FAMILIES = 5;
const STEPS_EACH = 3;
/** Small limits, so that questions meet them. */
const MOST = { ofVisitor: 2, asking: 2, ofHome: 3 };

interface Acting {
  store: Store;
  mine: StoredHost;
  other: StoredHost;
}

const ask = ({ store, mine, other }: Acting) => askFor(store, other, mine, {}, MOST);

const leave = ({ store, mine }: Acting) => store.deleteAccount(mine.account.uid, NOON);

const written = (saving: Promise<void>) =>
  saving.catch((error: unknown) => {
    if (!(error instanceof NoSuchHousehold)) throw error;
  });

/** The steps of a family towards another one. Each ends with a word; only a write may meet a household that is gone. */
const STEPS: readonly ((acting: Acting) => Promise<unknown>)[] = [
  ask,
  ask,
  ask,
  ({ store, mine, other }) => ask({ store, mine: other, other: mine }),
  async ({ store, mine }) => {
    const rows = await store.followersOf(mine.household);
    await Promise.all(
      rows.map(({ id }) =>
        store.agreeToFollower(mine.household, id, { at: NOON, name: 'Ella' }, MOST.ofVisitor),
      ),
    );
  },
  async ({ store, mine }) => {
    const [row] = [...(await store.followersOf(mine.household)), ...(await store.followsOf(mine.household))];
    if (!row) return undefined;
    const alert = { about: row.id, kind: 'unseen', at: NOON } as const;
    return store.endFollower(mine.household, row.id, { told: { home: row.home, alert } });
  },
  ({ mine: { kim, ella, visitor, visit, latest, save } }) => {
    const sizes = new HouseholdSizes([[kim, 1, 0]]);
    const friend = { ...aFriend(), latest };
    return written(
      save(
        [
          [visit, aVisit(ella, 0, 30)],
          [visitor, friend],
        ],
        { sizes },
      ),
    );
  },
  ({ mine: { kim, visitor, visit, save } }) => {
    const sizes = new HouseholdSizes([[kim, 0, 0]]);
    return written(
      save(
        [
          [visit, undefined],
          [visitor, undefined],
        ],
        { sizes },
      ),
    );
  },
  ({ store }) => store.purgeFollowers(undefined, { asked: minute(1), over: minute(1) }),
  leave,
  async ({ store, mine, other }) => {
    const invite = await storeInvite(store, other, other.account.uid);
    const places = { uid: mine.account.uid, from: mine.household, to: other.household };
    return typeof invite !== 'string' && move(store, places, invite);
  },
];

/**
 * Has families ask to follow each other, answer, end, remove friends, move and go, all at once and through every store in turn,
 * from one seed; in every fourth run all of them go. Then each row stands between two households that are there, once and within
 * the limits. Returns how many rows stood, and how many households went.
 */
export async function crossFollowers(
  stores: readonly [Store, ...Store[]],
  seed: number,
): Promise<{ rows: number; gone: number }> {
  const { int: next } = randomOf(seed);
  const storeOf = (index: number) => stores[index % stores.length] ?? stores[0];
  const families = await Promise.all(
    Array.from({ length: FAMILIES }, (_, index) => storeHost(storeOf(index))),
  );
  // Every second run has one that is deleted in steps.
  if (seed % 2 === 0) await enlarge(families[0]);
  const acting = families.flatMap((mine, at) =>
    Array.from({ length: STEPS_EACH }, () => {
      const other = families[(at + 1 + next(FAMILIES - 1)) % FAMILIES] ?? mine;
      const [chosen, store] = [STEPS[next(STEPS.length)] ?? ask, storeOf(next(stores.length))];
      const step = seed % 4 === 1 ? leave : chosen;
      return () => step({ store, mine, other });
    }),
  );
  // Some follow each other before the rest begins.
  const first = families.map((mine, at) => ({
    store: storeOf(at),
    mine,
    other: families[(at + 1) % FAMILIES] ?? mine,
  }));
  await Promise.all(first.flatMap((one) => [ask(one), ask({ ...one, mine: one.other, other: one.mine })]));
  await Promise.all(acting.toSorted(() => next(3) - 1).map((step) => step()));
  const isThere = await stores[0].versions(families.map(({ household }) => household));
  const rows = [];
  for (const { household } of families) {
    const [followers, followed] = [
      await stores[0].followersOf(household),
      await stores[0].followsOf(household),
    ];
    if (!isThere.has(household)) expect([followers, followed]).toEqual([[], []]);
    for (const { host, home } of [...followers, ...followed])
      expect([isThere.has(host), isThere.has(home)]).toEqual([true, true]);
    expect(new Set(followers.map(({ home }) => home)).size).toBe(followers.length);
    const agreed = followers.filter(({ agreedAt }) => agreedAt !== null);
    expect(agreed.length).toBeLessThanOrEqual(MOST.ofVisitor);
    expect(followers.length - agreed.length).toBeLessThanOrEqual(MOST.asking);
    expect(followed.length).toBeLessThanOrEqual(MOST.ofHome);
    rows.push(...followers);
  }
  return { rows: rows.length, gone: FAMILIES - isThere.size };
}

/** Gives a family more visits than are deleted at once. */
async function enlarge(family: StoredHost | undefined): Promise<void> {
  await family?.save(
    Array.from({ length: 250 }, (_, at) => [visitPath(family.kim, newId()), aVisit(family.ella, at, at + 1)]),
  );
}
