import { beforeEach, expect, test } from 'vitest';
import type { ActivityEntry, Store } from '#server/store/ports/store.ts';
import { newId } from '#tests/support/people/household.ts';
import { minute, NOON, storeFamily } from '#tests/support/people/stored-family.ts';
import { openEmptyStore } from '#tests/support/server/open-store.ts';

let store: Store;

beforeEach(async () => {
  store = await openEmptyStore();
});

const entry = (
  uid: string,
  key: string,
  at: number,
  changes: Partial<ActivityEntry> = {},
): ActivityEntry => ({
  uid,
  key,
  at: minute(at),
  times: 1,
  body: `{"event":"${key}"}`,
  expiresAt: minute(60),
  ...changes,
});

const bodies = async (uid: string, now = NOON) =>
  (await store.activityOf(uid, now)).map(({ body, times }) => [JSON.parse(body).event, times]);

test('each account has its own activity, newest first, and what is alike is counted', async () => {
  const [mine, theirs] = [(await storeFamily(store)).account.uid, (await storeFamily(store)).account.uid];
  await store.addActivity([entry(mine, 'a', 1), entry(theirs, 'a', 1), entry(mine, 'b', 2)], 9);
  await store.addActivity([entry(mine, 'a', 3, { times: 4 }), entry(mine, 'b', 0)], 9);
  await store.addActivity([], 9);
  expect(await store.activityOf(mine, NOON)).toEqual([
    { body: '{"event":"a"}', at: minute(3), times: 5 },
    { body: '{"event":"b"}', at: minute(2), times: 2 },
  ]);
  expect(await bodies(theirs)).toEqual([['a', 1]]);
});

test('the latest entries of an account are kept, and none longer than it may be', async () => {
  const { uid } = (await storeFamily(store)).account;
  const other = (await storeFamily(store)).account.uid;
  await store.addActivity([entry(other, 'z', 0)], 3);
  await store.addActivity(
    ['a', 'b', 'c', 'd', 'e'].map((key, at) => entry(uid, key, at)),
    3,
  );
  expect(await bodies(uid)).toEqual([
    ['e', 1],
    ['d', 1],
    ['c', 1],
  ]);
  expect(await bodies(other)).toEqual([['z', 1]]);
  await store.addActivity([entry(uid, 'f', 5, { expiresAt: minute(90) })], 3);
  expect(await bodies(uid, minute(60))).toEqual([['f', 1]]);
  await store.purgeExpired(minute(60));
  expect(await bodies(uid)).toEqual([['f', 1]]);
});

test('the activity of a deleted account goes with it, and none is added to it', async () => {
  const [gone, kept] = [(await storeFamily(store)).account.uid, (await storeFamily(store)).account.uid];
  await store.addActivity([entry(gone, 'a', 1)], 9);
  await store.deleteAccount(gone, NOON);
  await store.addActivity([entry(gone, 'b', 2), entry(kept, 'b', 2), entry(newId(), 'b', 2)], 9);
  expect(await bodies(gone)).toEqual([]);
  expect(await bodies(kept)).toEqual([['b', 1]]);
});

test('of a secret the first value is kept', async () => {
  const given = await Promise.all(['a', 'b', 'c'].map((fresh) => store.secret('key', fresh)));
  expect(new Set(given).size).toBe(1);
  expect(await store.secret('key', 'd')).toBe(given[0]);
  expect(await store.secret('another', 'd')).toBe('d');
});
