import { expect, test } from 'vitest';
import type { Visit } from '#domain/documents.ts';
import { friendPath, type Path, visitorPath, visitPath } from '#domain/paths.ts';
import { CHANGES_PER_PAGE, type Op, type SyncReply } from '#domain/protocol/sync.ts';
import type { Estimate } from '#domain/resolve-tap-time.ts';
import { DAY_MS, isoTime } from '#domain/time.ts';
import {
  HouseholdOnPhone,
  newId,
  registerHousehold,
  type SyncOptions,
} from '#tests/support/people/household.ts';
import { aFriend, aVisit, storeDocuments } from '#tests/support/people/stored-family.ts';
import { shareApp, startApp } from '#tests/support/server/app.ts';
import { codeOf } from '#tests/support/server/http.ts';

test('a snapshot brings people and open visits, and says where the history begins', async () => {
  const app = await startApp();
  const phone = await registerHousehold(app.url);
  const child = await phone.addChild();
  const [ella, noa] = [await phone.addFriend(child, 'Ella'), await phone.addFriend(child, 'Noa')];
  expect(await phone.sync()).toMatchObject({ reset: true, history: null, more: false });
  const arrival = phone.op('checkIn', ella);
  const { cursor } = await phone.sync({
    ops: [arrival, phone.op('checkIn', noa), phone.op('checkOut', noa)],
  });
  const snapshot = await phone.sync();
  expect(snapshot).toMatchObject({ reset: true, history: expect.any(Object), cursor });
  const paths = snapshot.changes.map(({ path }) => path as Path);
  expect(paths).toHaveLength(5);
  expect(paths).toEqual(
    expect.arrayContaining([visitPath(child, arrival.op), visitorPath(ella), visitorPath(noa)]),
  );
  expect(snapshot.serverNow - Date.now()).toBeLessThan(1000);
});

test('closed visits follow in pages, newest first, while changes go on', async () => {
  const app = await startApp();
  const phone = await registerHousehold(app.url);
  const child = await phone.addChild();
  const [friend, paths] = [
    newId(),
    Array.from({ length: CHANGES_PER_PAGE + 3 }, () => visitPath(child, newId())),
  ];
  const visits = paths.map((path, minutes) => ({ path, document: aVisit(friend, minutes, minutes + 1) }));
  await storeDocuments(app.store, phone.account.household, visits);
  const newestFirst = paths.toReversed();
  const { cursor, history } = await phone.sync();
  const ella = await phone.addFriend(child);
  const first = await phone.sync({ cursor, history: history ?? undefined });
  expect(first.changes[0]).toMatchObject({ path: visitorPath(ella), version: first.cursor });
  expect(first.cursor).toBeGreaterThan(cursor);
  expect(first.changes.slice(1).map(({ path }) => path)).toEqual(newestFirst.slice(0, CHANGES_PER_PAGE));
  const last = await phone.sync({ cursor: first.cursor, history: first.history ?? undefined });
  expect(last.changes.map(({ path }) => path)).toEqual(newestFirst.slice(CHANGES_PER_PAGE));
  expect(last.history).toBeNull();
  expect(await phone.sync({ cursor: last.cursor })).not.toHaveProperty('history');
});

// docs/sync.md: RP3
test('a cursor from the future, as after a restored backup, is answered with a snapshot', async () => {
  const { url } = await startApp();
  const phone = await registerHousehold(url);
  const { cursor, changes } = await phone.sync();
  expect(await phone.sync({ cursor: cursor + 1 })).toMatchObject({ reset: true, cursor, changes });
  expect(await phone.sync({ cursor })).not.toHaveProperty('reset');
});

test('a phone whose own ops bring a restored backup to its cursor, or beyond, gets a snapshot', async () => {
  const { url } = await startApp();
  const phone = await registerHousehold(url);
  const child = await phone.addChild();
  const { cursor } = await phone.sync();
  const ella = { child, friend: newId(), name: 'Ella', parentPhone: '070-123 45 67' };
  const reply = await phone.sync({ cursor: cursor + 1, ops: [phone.op('addFriend', ella)] });
  expect(reply).toMatchObject({ reset: true, outcomes: [{ version: reply.cursor }] });
  expect(reply.cursor).toBeGreaterThan(cursor);
  expect(reply.changes).toHaveLength(3);
});

// docs/sync.md: RP3
test('a phone whose cursor is older than the purged tombstones gets a snapshot', async () => {
  const { url, store } = await startApp();
  const phone = await registerHousehold(url);
  const { cursor } = await phone.sync();
  const child = await phone.addChild();
  const { version } = (await phone.run('deleteChild', { child })) as { version: number };
  const soon = new Date(Date.now() + 60_000).toISOString();
  await store.purgeTombstones(undefined, soon, 10);
  const back = await phone.sync({ cursor });
  expect(back).toMatchObject({ reset: true, cursor: version });
  expect(back.changes.map(({ path }) => path)).toEqual([`profiles/${phone.account.uid}`]);
  expect(await phone.sync({ cursor: version })).toMatchObject({ changes: [], cursor: version });
  expect((await phone.sync({ cursor: version })).reset).toBeUndefined();
});

// docs/sync.md: RP1
test('a reply brings what the feed would, also to a phone that knows everything but its own ops', async () => {
  const app = await startApp();
  const phone = await registerHousehold(app.url);
  const [child, gone] = [await phone.addChild(), await phone.addChild('Olle')];
  const [ella, noa] = [await phone.addFriend(child, 'Ella'), await phone.addFriend(gone, 'Noa')];
  const { cursor } = await phone.sync();
  const ops = () => [
    phone.op('checkIn', ella),
    phone.op('checkIn', noa),
    phone.op('checkOut', ella),
    phone.op('deleteChild', { child: gone }),
    phone.op('checkIn', ella),
  ];
  const { outcomes, epoch, receivedAt, serverNow, ...reply } = await phone.sync({ cursor, ops: ops() });
  expect(outcomes.map(({ result }) => result)).toEqual(Array(5).fill('done'));
  expect(reply).toEqual(await app.store.changes(phone.account.household, cursor, CHANGES_PER_PAGE));
  expect(reply.changes).toHaveLength(4);
  const behind = await phone.sync({ cursor, ops: [phone.op('checkOut', ella)] });
  expect(behind.changes).toHaveLength(4);
  expect(behind.outcomes).toMatchObject([{ version: behind.cursor }]);
  expect(behind.cursor).toBeGreaterThan(reply.cursor);
});

const FRIENDS = 2 * CHANGES_PER_PAGE + 50;

let longest = 0;

const app = shareApp({
  calls: (store) => ({
    people: async (...asked) => {
      const page = await store.people(...asked);
      longest = Math.max(longest, page.changes.length);
      return page;
    },
  }),
});

/** A family with more friends than fit two pages, saved in the store, and one past visit. */
async function largeFamily(): Promise<HouseholdOnPhone> {
  const phone = await registerHousehold(app().url);
  const child = await phone.addChild();
  const friends = Array.from({ length: FRIENDS }, () => friendPath(child, newId()));
  const documents = friends.map((path) => ({ path, document: aFriend() }));
  const visit = { path: visitPath(child, newId()), document: aVisit(newId(), 0, 1) };
  await storeDocuments(app().store, phone.account.household, [...documents, visit]);
  return phone;
}

async function pagesOf(phone: HouseholdOnPhone): Promise<SyncReply[]> {
  const pages = [await phone.sync()];
  for (let people = pages[0]?.people; people !== undefined; people = pages.at(-1)?.people)
    pages.push(await phone.sync({ people }));
  return pages;
}

test('a phone that takes pages gets the people in pages, the last of which leads to the history', async () => {
  const phone = await largeFamily();
  longest = 0;
  const pages = await pagesOf(phone);
  expect(longest).toBe(CHANGES_PER_PAGE);
  expect(pages.map(({ changes }) => changes.length)).toEqual([CHANGES_PER_PAGE, CHANGES_PER_PAGE, 52]);
  expect(pages.map(({ reset }) => reset)).toEqual([true, true, true]);
  expect(pages.map(({ history }) => history === undefined)).toEqual([true, true, false]);
  expect(new Set(pages.flatMap(({ changes }) => changes.map(({ path }) => path))).size).toBe(FRIENDS + 2);
});

test('a page of people shows nothing without a session, or of another household', async () => {
  const phone = await largeFamily();
  const { people = '' } = await phone.sync();
  const nobody = new HouseholdOnPhone(app().url, phone.account, '');
  expect((await nobody.trySync({ people })).status).toBe(401);
  const other = await registerHousehold(app().url, 'Nguyen');
  expect(codeOf(await other.trySync({ household: phone.account.household, people }))).toBe('other-household');
  const own = await other.sync({ people });
  expect(own.changes.map(({ path }) => path)).toEqual([`profiles/${other.account.uid}`]);
});

/** A family on a server whose clock stands still, as the phone's does, until the test moves it. */
async function atHome() {
  const clock = { now: Date.now() };
  const app = await startApp({ change: () => ({ now: () => clock.now }) });
  const phone = await registerHousehold(app.url);
  phone.now = () => clock.now;
  const ella = await phone.addFriend(await phone.addChild());
  /** Checks Ella in with these times and returns her arrival. */
  const arrive = async (
    tappedAt: number,
    estimate: Estimate | undefined,
    { again, ...options }: SyncOptions & Pick<Op, 'again'>,
  ) => {
    const op = phone.op('checkIn', ella, {
      tappedAt,
      ...(estimate && { estimate }),
      ...(again && { again }),
    });
    const { outcomes } = await phone.sync({ ops: [op], ...options });
    expect(outcomes).toMatchObject([{ op: op.op, result: 'done' }]);
    for (const [path, document] of await phone.documents()) {
      const { arrived } = path.includes('/visits/') ? (document as Visit) : {};
      if (arrived) return arrived;
    }
    throw new Error('no arrival came back');
  };
  return { clock, phone, arrive };
}

const measured = (at: number): Estimate => ({ at, basis: 'measured' });

test.each([12, 60])('a request that takes %i s to arrive does not move its taps', async (seconds) => {
  const { clock, arrive } = await atHome();
  const touch = clock.now;
  clock.now += seconds * 1000;
  const arrived = await arrive(touch, measured(touch), { deviceNow: touch });
  expect(arrived).toMatchObject({ at: isoTime(touch), certainty: 'exact' });
});

test.each([
  ['in 1970', 0, () => 0, 91],
  ['80 days ago, at the age of 80 days', 80, (now: number) => now - 160 * DAY_MS, 161],
] as const)(
  'a tap that says it was first sent %s is uncertain, and goes no further back',
  async (_when, age, touched, days) => {
    const { clock, arrive } = await atHome();
    const touch = touched(clock.now);
    const sent = touch + age * DAY_MS;
    const again = { sent: { deviceNow: sent, receivedAt: sent } };
    const arrived = await arrive(touch, measured(touch), { again });
    expect(arrived.certainty).toBe('uncertain');
    expect(Date.parse(arrived.at)).toBeGreaterThan(clock.now - days * DAY_MS);
  },
);
