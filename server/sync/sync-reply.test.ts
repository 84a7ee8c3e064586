import { expect, test } from 'vitest';
import { type Path, visitorPath, visitPath } from '#domain/paths.ts';
import { CHANGES_PER_PAGE } from '#domain/protocol/sync.ts';
import { newId, registerHousehold } from '#tests/support/people/household.ts';
import { aVisit, storeDocuments } from '#tests/support/people/stored-family.ts';
import { startApp } from '#tests/support/server/app.ts';

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
