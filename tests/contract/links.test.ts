import { expect, test } from 'vitest';
import type { Profile, Visit } from '#domain/documents.ts';
import type { VisitLink } from '#domain/links/link-fields.ts';
import { childPath, friendPath, type Path, profilePath, visitPath } from '#domain/paths.ts';
import { initialProfile } from '#domain/protocol/registration.ts';
import { newId } from '#tests/support/people/household.ts';
import { aChild, aFriend, aVisit, minute, NOON, storeFamily } from '#tests/support/people/stored-family.ts';
import { contractStore } from '#tests/support/server/open-store.ts';

const store = contractStore();

/** A hash as of a secret that nobody has. */
const newHash = () => newId().padEnd(43, '_');

const link = (hash: string, madeAt = NOON): VisitLink => ({ id: newId(), hash, by: newId(), madeAt });

/** A family with Ella at Kim's, and a link to her visit. */
async function familyWithLink(hash = newHash(), madeAt = NOON) {
  const family = await storeFamily(store);
  const [kim, ella] = [newId(), newId()];
  const path = visitPath(kim, newId());
  const visit: Visit = { ...aVisit(ella, 0), links: [link(hash, madeAt)] };
  await family.save([
    [childPath(kim), aChild()],
    [friendPath(kim, ella), aFriend()],
    [path, visit],
  ]);
  return { ...family, kim, ella, path, visit, hash };
}

type LinkedFamily = Awaited<ReturnType<typeof familyWithLink>>;

const rowOf = ({ hash, household, path }: LinkedFamily) => ({ hash, household, path });

const never = minute(10_000);

test('a link leads to its visit, with the visitor, the child and the time for which visits are kept', async () => {
  const { household, account, save, kim, ella, path, visit, hash } = await familyWithLink();
  await familyWithLink();
  const own = profilePath(account.uid);
  const first = (await store.linked(hash))?.profiles[own];
  const expected = {
    ...{ household, path, visit, visitor: aFriend(), child: aChild(), keepVisits: 365 },
    ref: { child: kim, kind: 'friend', visitor: ella },
    profiles: { [own]: expect.objectContaining({ email: first?.email }) },
  };
  expect(first).toMatchObject({ role: 'user' });
  expect(await store.linked(hash)).toEqual(expected);
  const profile = initialProfile({ firstName: 'Bo', lastName: 'Ek', email: 'b@example.org' }, NOON);
  const [days, forEver]: Profile[] = ([30, null] as const).map((keepVisits) => ({ ...profile, keepVisits }));
  await save([[own, days]]);
  const profiles = { [own]: days };
  expect(await store.linked(hash)).toEqual({ ...expected, profiles, keepVisits: 30 });
  const other = profilePath(newId());
  await save([[other, forEver]]);
  const both = { ...profiles, [other]: forEver };
  expect(await store.linked(hash)).toEqual({ ...expected, profiles: both, keepVisits: null });
  expect(await store.linked(newHash())).toBeUndefined();
});

test('a closed visit and all that belongs to its links is kept as it was saved', async () => {
  const { save, ella, path, hash } = await familyWithLink();
  const by = newId();
  const visit: Visit = {
    ...aVisit(ella, 0, 30),
    links: [{ ...link(hash), openedAt: minute(1) }, link(newHash())],
    expected: { at: minute(60), by, setAt: minute(2) },
    answer: { code: 'stay', until: minute(90), at: minute(3), reply: { yes: true, by, at: minute(4) } },
  };
  await save([[path, visit]]);
  for (const { hash: one } of visit.links ?? []) expect((await store.linked(one))?.visit).toEqual(visit);
});

test('a link whose visit, visitor or child is removed, or that was taken back, leads nowhere', async () => {
  const gone = {
    visit: ({ path }) => [path, undefined],
    visitor: ({ kim, ella }) => [friendPath(kim, ella), undefined],
    child: ({ kim }) => [childPath(kim), undefined],
    link: ({ path, visit: { links: _links, ...rest } }) => [path, rest],
  } satisfies Record<string, (family: LinkedFamily) => [Path, unknown]>;
  for (const [what, change] of Object.entries(gone)) {
    const family = await familyWithLink();
    await family.save([change(family) as Parameters<typeof family.save>[0][number]]);
    expect([what, await store.linked(family.hash)]).toEqual([what, undefined]);
  }
});

test("another family's hash leads where it led, also after the other family sent it", async () => {
  const family = await familyWithLink();
  const before = await store.linked(family.hash);
  const other = await familyWithLink(family.hash);
  expect(await store.linked(family.hash)).toEqual(before);
  await other.save([[other.path, other.visit]]);
  expect(await store.linked(family.hash)).toEqual(before);
  await store.deleteAccount(other.account.uid, NOON);
  expect(await store.linked(family.hash)).toEqual(before);
});

test('links of two families that are saved at once, in whatever order, are all there', async () => {
  const families = [await familyWithLink(), await familyWithLink()];
  const hashes = Array.from({ length: 5 }, newHash);
  await Promise.all(
    families.map(({ save, path, visit }, at) =>
      save([[path, { ...visit, links: (at ? hashes : hashes.toReversed()).map((hash) => link(hash)) }]]),
    ),
  );
  for (const hash of hashes) expect(await store.linked(hash)).toBeDefined();
});

test('links made before a time are listed oldest first, until they are forgotten', async () => {
  const [late, early, last] = [
    await familyWithLink(newHash(), minute(20)),
    await familyWithLink(newHash(), minute(10)),
    await familyWithLink(newHash(), minute(30)),
  ];
  const [rowOfLate, rowOfEarly] = [late, early].map(rowOf);
  expect(await store.linksMadeBefore(minute(30), 10)).toEqual([rowOfEarly, rowOfLate]);
  expect(await store.linksMadeBefore(minute(30), 1)).toEqual([rowOfEarly]);
  await store.forgetLinks([early.hash, newHash()]);
  expect(await store.linksMadeBefore(minute(30), 10)).toEqual([rowOfLate]);
  expect(await store.linked(early.hash)).toBeUndefined();
  expect(await store.linked(last.hash)).toBeDefined();
});

test('the row of a visit that is gone stays in the list, so that it can be forgotten', async () => {
  const family = await familyWithLink();
  await family.save([[family.path, undefined]]);
  expect(await store.linksMadeBefore(never, 10)).toEqual([rowOf(family)]);
  await family.save([[childPath(family.kim), undefined]]);
  while (await store.purgeRemoved());
  expect(await store.linksMadeBefore(never, 10)).toEqual([rowOf(family)]);
});

test('no link leads below a removed child, also while its rows are being purged', async () => {
  const family = await familyWithLink();
  await saveMany(family);
  const rows = await store.linksMadeBefore(never, 1000);
  await family.save([[childPath(family.kim), undefined]]);
  for (const { hash } of rows) expect(await store.linked(hash)).toBeUndefined();
  expect(await store.purgeRemoved()).toBe(true);
});

test('a deleted account leaves no row, also while the rest of a large family is being purged', async () => {
  const [small, large, other] = [await familyWithLink(), await familyWithLink(), await familyWithLink()];
  await saveMany(large);
  expect(await store.linksMadeBefore(never, 1000)).toHaveLength(303);
  for (const { account } of [small, large]) await store.deleteAccount(account.uid, NOON);
  expect(await store.linksMadeBefore(never, 1000)).toEqual([rowOf(other)]);
  for (const one of [small, large]) expect(await store.linked(one.hash)).toBeUndefined();
  expect(await store.linked(other.hash)).toBeDefined();
});

/** Saves so many visits with a link each that they are purged in several steps. */
async function saveMany({ save, kim, ella }: LinkedFamily): Promise<void> {
  const visits = Array.from({ length: 300 }, (_, at): [Path, Visit] => [
    visitPath(kim, newId()),
    { ...aVisit(ella, at, at + 1), links: [link(newHash())] },
  ]);
  await save(visits);
}

test('numbers are refused once, and allowed again', async () => {
  expect(await store.refusedNumbers()).toEqual([]);
  for (const key of ['a', 'b', 'a']) await store.refuseNumber(key);
  expect((await store.refusedNumbers()).toSorted()).toEqual(['a', 'b']);
  await store.allowNumber('a');
  await store.allowNumber('c');
  expect(await store.refusedNumbers()).toEqual(['b']);
});
