import { beforeEach, expect, test } from 'vitest';
import { childPath, documentId, friendPath, profilePath, visitPath } from '#domain/paths.ts';
import type { Store } from '#server/store/ports/store.ts';
import { newId } from '#tests/support/people/household.ts';
import {
  aFriend,
  aVisit,
  MANY,
  minute,
  NOON,
  purgeRemoved,
  storeFamily,
} from '#tests/support/people/stored-family.ts';
import { askFor, storeFollowing, storeHost } from '#tests/support/people/stored-following.ts';
import { joinFamily } from '#tests/support/people/stored-parents.ts';
import { openEmptyStore } from '#tests/support/server/open-store.ts';

let store: Store;

beforeEach(async () => {
  store = await openEmptyStore();
});

const agree = ({ household }: { household: string }, id: string, at = NOON, most = 3) =>
  store.agreeToFollower(household, id, { at, name: 'Ella' }, most);

/** The rows of both sides, without the documents. */
async function rowsOf(host: string, home: string) {
  const follows = (await store.followsOf(home)).map(({ seen: _s, person: _p, childName: _c, ...row }) => row);
  return [follows, (await store.followersOf(host)).map(({ person: _n, parents: _p, ...row }) => row)];
}

test('a question stands on both sides until it is answered, and is asked once', async () => {
  const [host, home] = [await storeHost(store), await storeFamily(store)];
  const { id, question } = await askFor(store, host, home);
  const row = { ...question, agreedAt: null, refusedAt: null, coming: {} };
  expect(await rowsOf(host.household, home.household)).toEqual([[row], [row]]);
  expect((await askFor(store, host, home, {}, { ofVisitor: 1, asking: 1, ofHome: 1 })).put).toBe('again');
  const yes = { at: minute(1), name: 'Elli' };
  expect(await store.agreeToFollower(host.household, id, yes, 3)).toBe(true);
  const agreed = { ...row, agreedAt: minute(1), name: 'Elli' };
  expect((await askFor(store, host, home, { name: 'Other' })).put).toBe('again');
  expect(await rowsOf(host.household, home.household)).toEqual([[agreed], [agreed]]);
  expect(await agree(host, id, minute(2))).toBe(true);
  expect(await store.followsOf(home.household)).toMatchObject([{ agreedAt: minute(2), name: 'Ella' }]);
});

test('a visitor has as many followers, and a home follows as many, as there may be', async () => {
  const [host, home, other] = [await storeHost(store), await storeFamily(store), await storeFamily(store)];
  const noa = friendPath(host.kim, newId());
  await host.save([[noa, aFriend('Noa')]]);
  const most = { asking: 2, ofHome: 2 };
  const ask = async (who: typeof home, visitor = host.visitor, at = host) =>
    (await askFor(store, { household: at.household, visitor }, who, {}, most)).put;
  const asked = [await ask(home), await ask(other), await ask(await storeFamily(store))];
  expect(asked).toEqual(['put', 'put', 'full']);
  expect([await ask(home, noa), await ask(home, host.visitor)]).toEqual(['put', 'again']);
  const another = await storeHost(store);
  expect([await ask(home, another.visitor, another), await ask(other, noa)]).toEqual(['full', 'put']);
  const [first] = await store.followsOf(home.household);
  await store.endFollower(home.household, first?.id ?? '');
  expect(await ask(home, another.visitor, another)).toBe('put');
});

test('of many questions at once no more are kept than there may be', async () => {
  const [host, home] = [await storeHost(store), await storeFamily(store)];
  const hosts = await Promise.all([1, 2, 3, 4].map(() => storeHost(store)));
  const homes = await Promise.all([1, 2, 3, 4].map(() => storeFamily(store)));
  const most = { asking: 2, ofHome: 2 };
  const put = await Promise.all([
    ...homes.map((one) => askFor(store, host, one, {}, most)),
    ...hosts.map((one) => askFor(store, one, home, {}, most)),
  ]);
  expect(put.filter((one) => one.put === 'full')).toHaveLength(4);
  const rows = await rowsOf(host.household, home.household);
  expect(rows.map(({ length }) => length)).toEqual([2, 2]);
});

test('a question takes no place from a family that follows, of which there are as many as may be', async () => {
  const host = await storeHost(store);
  const ask = async () => (await askFor(store, host, await storeFamily(store))).id;
  const [first, second, third] = [await ask(), await ask(), await ask()] as const;
  expect(await Promise.all([first, second, third].map((id) => agree(host, id, minute(1), 2)))).toEqual([
    true,
    true,
    false,
  ]);
  expect(await agree(host, first, minute(1), 2)).toBe(true);
  const asked = async (ofVisitor: number, asking: number) =>
    (await askFor(store, host, await storeFamily(store), {}, { ofVisitor, asking })).put;
  expect([await asked(2, 9), await asked(3, 1), await asked(3, 2)]).toEqual(['full', 'full', 'put']);
});

test('a refusal keeps its row, which nobody ends and which takes no place, until the home may ask again', async () => {
  const { host, home, id } = await storeFollowing(store);
  const other = await storeFamily(store);
  expect(await store.endFollower(home.household, id, { refusedAt: minute(5) })).toBe(false);
  expect(await store.endFollower(host.household, id, { refusedAt: minute(5) })).toBe(true);
  expect(await store.endFollower(host.household, id, { refusedAt: minute(6) })).toBe(false);
  const refused = { id, agreedAt: null, refusedAt: minute(5) };
  expect(await rowsOf(host.household, home.household)).toMatchObject([[refused], [refused]]);
  for (const { household } of [host, home]) expect(await store.endFollower(household, id)).toBe(false);
  expect(await agree(host, id)).toBe(false);
  const most = { ofVisitor: 1, asking: 1, ofHome: 1 };
  expect((await askFor(store, host, other, {}, most)).put).toBe('put');
  expect((await askFor(store, host, home, {}, { refusedBefore: minute(4) })).put).toBe('again');
  expect(await store.purgeFollowers(undefined, { asked: NOON, over: minute(5) })).toBeNull();
  expect(await store.followsOf(home.household)).toHaveLength(1);
  expect((await askFor(store, host, home, {}, { refusedBefore: minute(5) })).put).toBe('put');
  const [again] = await store.followsOf(home.household);
  await store.endFollower(host.household, again?.id ?? '', { refusedAt: minute(7) });
  await store.purgeFollowers(undefined, { asked: NOON, over: minute(8) });
  expect(await store.followsOf(home.household)).toEqual([]);
});

test('nobody follows who or what is not there, nor the own friends', async () => {
  const [host, home] = [await storeHost(store), await storeFamily(store)];
  const unknown = { ...host, visitor: friendPath(host.kim, newId()) };
  const foreign = { ...home, visitor: host.visitor };
  const nowhere = { household: newId() };
  const asked = [
    await askFor(store, unknown, home),
    await askFor(store, foreign, host),
    await askFor(store, { ...host, ...nowhere }, home),
    await askFor(store, host, nowhere),
    await askFor(store, host, host),
  ];
  expect(asked.map(({ put }) => put)).toEqual(Array(5).fill('gone'));
  const second = await storeHost(store);
  for (const [family, gone] of [
    [host, host.visitor],
    [second, childPath(second.kim)],
  ] as const) {
    const { id } = await askFor(store, family, home);
    await family.save([[gone, undefined]]);
    expect((await askFor(store, family, await storeFamily(store))).put).toBe('gone');
    expect(await agree(family, id)).toBe(false);
  }
});

test('a row is answered by its host alone, ended by either side, and found by nobody else', async () => {
  const { host, home, id, row } = await storeFollowing(store);
  const third = await storeHost(store);
  for (const household of [home.household, third.household, newId()]) {
    expect(await agree({ household }, id, minute(9))).toBe(false);
    expect(await store.endFollower(household, id, { refusedAt: NOON })).toBe(false);
  }
  for (const household of [third.household, newId()]) {
    expect(await store.endFollower(household, id)).toBe(false);
    expect(await rowsOf(household, household)).toEqual([[], []]);
  }
  expect(await rowsOf(host.household, home.household)).toEqual([[row], [row]]);
  expect(await store.endFollower(host.household, id)).toBe(true);
  expect(await store.endFollower(host.household, id)).toBe(false);
  expect(await rowsOf(host.household, home.household)).toEqual([[], []]);
  expect((await askFor(store, host, home)).put).toBe('put');
});

test('a home sees the open visit of whom it follows, else the latest, as a link shows it', async () => {
  const { host, home, id } = await storeFollowing(store);
  await storeFollowing(store);
  const { household, kim, ella, visitor, visit, latest, save } = host;
  const seen = async () => (await store.followsOf(home.household))[0]?.seen;
  const own = profilePath(host.account.uid);
  expect(await seen()).toMatchObject({
    ...{ household, path: visit, visit: { open: true }, keepVisits: 365 },
    ref: { child: kim, kind: 'friend', visitor: ella },
    ...{ visitor: { name: 'Ella' }, child: { name: 'Kim' }, profiles: { [own]: { role: 'user' } } },
  });
  expect(Object.keys((await seen())?.profiles ?? {})).toEqual([own]);
  const closed = aVisit(ella, 0, 30);
  // A name as of an older version.
  const friend = { ...aFriend('Ella \u0000 "latest":{"visit":"x"}'), latest };
  const added = visitPath(kim, newId());
  await save([
    [visit, closed],
    [visitor, friend],
    [added, aVisit(ella, 40, 50)],
  ]);
  expect(await seen()).toMatchObject({ path: visit, visit: closed, visitor: friend });
  const { latest: _latest, ...never } = friend;
  await save([[visitor, never]]);
  expect(await store.followsOf(home.household)).toMatchObject([{ id, seen: undefined }]);
  await save([[visitor, { ...friend, status: 'in', openVisit: documentId(added) }]]);
  expect(await seen()).toMatchObject({ path: added });
});

test('a visit that is removed or another visitor’s is not seen, and nothing of a visitor or child who is gone', async () => {
  const noa = newId();
  const changes = {
    visit: ({ visit }) => [visit, undefined],
    another: ({ visit }) => [visit, aVisit(noa, 0)],
    visitor: ({ visitor }) => [visitor, undefined],
    child: ({ kim }) => [childPath(kim), undefined],
  } satisfies Record<string, (host: Awaited<ReturnType<typeof storeHost>>) => [string, unknown]>;
  for (const [what, change] of Object.entries(changes)) {
    const { host, home, row } = await storeFollowing(store);
    await host.save([change(host) as Parameters<typeof host.save>[0][number]]);
    const name = ['visit', 'another'].includes(what) ? 'Ella' : undefined;
    const person = name && expect.objectContaining({ name });
    const found = { ...row, seen: undefined, person, childName: name && 'Kim' };
    expect([what, await store.followsOf(home.household)]).toEqual([what, [found]]);
    expect([what, (await store.followersOf(host.household))[0]?.person?.name]).toEqual([what, name]);
  }
});

test('a home sees several in the order in which it asked', async () => {
  const home = await storeFamily(store);
  const hosts = [await storeHost(store), await storeHost(store), await storeHost(store)];
  for (const [index, host] of hosts.entries())
    await askFor(store, host, home, { askedAt: minute(9 - index) });
  const followed = await store.followsOf(home.household);
  expect(followed.map(({ host }) => host)).toEqual(hosts.toReversed().map(({ household }) => household));
  expect(followed.map(({ seen }) => seen?.household)).toEqual(followed.map(({ host }) => host));
});

test('a host sees the names of all parents of a home, and of its own friend, as they are now', async () => {
  const { host, home } = await storeFollowing(store);
  const [bo, other] = [await storeFamily(store), await storeFamily(store)];
  await askFor(store, host, other, { askedAt: minute(1) });
  await joinFamily(store, home, bo);
  const path = profilePath(bo.account.uid);
  const page = await store.people(home.household, undefined, 100);
  const profile = page.changes.find((one) => one.path === path)?.document;
  const named = { ...profile, firstName: 'Bo', lastName: 'Ek' } as Parameters<typeof home.save>[0][0][1];
  await home.save([[path, named]]);
  await host.save([[host.visitor, aFriend('Elli Ek')]]);
  const isBoFirst = bo.account.uid < home.account.uid;
  const names = isBoFirst ? ['Bo Ek', 'Astrid Lindgren'] : ['Astrid Lindgren', 'Bo Ek'];
  const parents = names.map((name) => ({ name }));
  const person = { name: 'Elli Ek' };
  expect(await store.followersOf(host.household)).toMatchObject([
    { home: home.household, name: 'Ella', person, parents, agreedAt: NOON },
    { home: other.household, person, parents: [{ name: 'Astrid Lindgren' }], agreedAt: null },
  ]);
});

test('questions that nobody answered, and rows whose visitor or child is gone, are purged in steps', async () => {
  const homes = await Promise.all(Array.from({ length: 11 }, () => storeFamily(store)));
  const kept: string[] = [];
  for (let at = 0; at < 20; at += 1) {
    const { save, kim, ...host } = await storeHost(store);
    const asked = await Promise.all(
      homes.map((home, index) => askFor(store, host, home, { askedAt: minute(index % 2) }, { asking: 99 })),
    );
    const agreed = asked[2];
    await agree(host, agreed?.id ?? '');
    if (at === 3) await save([[childPath(kim), undefined]]);
    else if (at === 4) await save([[host.visitor, undefined]]);
    else kept.push(agreed?.id ?? '', ...asked.filter((_, index) => index % 2 === 1).map(({ id }) => id));
  }
  const left = async () =>
    (await Promise.all(homes.map(({ household }) => store.followsOf(household)))).flat().map(({ id }) => id);
  expect(await left()).toHaveLength(220);
  const before = { asked: minute(1), over: minute(1) };
  const mark = await store.purgeFollowers(undefined, before);
  expect(mark).toMatch(/^\w+$/);
  expect(await store.purgeFollowers(mark ?? undefined, before)).toBeNull();
  expect((await left()).toSorted()).toEqual(kept.toSorted());
});

test.each([
  ['small', 'host', 0],
  ['small', 'home', 0],
  ['large', 'host', MANY],
  ['large', 'home', MANY],
] as const)(
  'a %s %s is gone for the other side at once, also while it is purged in steps',
  async (_, who, length) => {
    const { host, home, id } = await storeFollowing(store);
    const others = await storeFollowing(store);
    const { account, household, save } = { host, home }[who];
    await save(Array.from({ length }, (_, at) => [visitPath(newId(), newId()), aVisit(newId(), at, at + 1)]));
    const asking = await storeFamily(store);
    await store.deleteAccount(account.uid, NOON);
    const isGone = async () => {
      expect(await rowsOf(host.household, home.household)).toEqual([[], []]);
      for (const side of [host.household, home.household]) {
        expect(await store.endFollower(side, id)).toBe(false);
      }
      expect(await agree(host, id)).toBe(false);
      const gone =
        who === 'host' ? askFor(store, host, asking) : askFor(store, await storeHost(store), { household });
      expect((await gone).put).toBe('gone');
    };
    for (const purge of [async () => {}, () => store.purgeRemoved(), () => purgeRemoved(store)]) {
      await purge();
      await isGone();
    }
    expect(await store.followsOf(others.home.household)).toHaveLength(1);
  },
);
