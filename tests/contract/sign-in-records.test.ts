import { expect, test } from 'vitest';
import { MINUTE_MS } from '#domain/time.ts';
import type { ActivityEntry, OneTimeToken } from '#server/store/ports/store.ts';
import { newId } from '#tests/support/people/household.ts';
import { minute, NOON, storeFamily } from '#tests/support/people/stored-family.ts';
import { contractStore } from '#tests/support/server/open-store.ts';

const store = contractStore();

const NOW = Date.parse('2026-05-04T12:00:00.000Z');

const THREE = { burst: 3, interval: MINUTE_MS };

test('the burst is allowed at once, then one attempt per interval, and the wait is returned', async () => {
  const key = newId();
  const at = (ms: number) => store.attempt(key, NOW + ms, THREE);
  expect([await at(0), await at(0), await at(0)]).toEqual([0, 0, 0]);
  expect([await at(0), await at(20_000)]).toEqual([MINUTE_MS, MINUTE_MS - 20_000]);
  expect([await at(MINUTE_MS - 1), await at(MINUTE_MS), await at(MINUTE_MS)]).toEqual([1, 0, MINUTE_MS]);
  const full = 10 * MINUTE_MS;
  expect([await at(full), await at(full), await at(full), await at(full)]).toEqual([0, 0, 0, MINUTE_MS]);
});

test('a refused attempt does not prolong the wait', async () => {
  const key = newId();
  for (let i = 0; i < 50; i++) await store.attempt(key, NOW, THREE);
  expect(await store.attempt(key, NOW + MINUTE_MS, THREE)).toBe(0);
});

test('concurrent attempts never get more than the limit', async () => {
  for (let round = 0; round < 3; round++) {
    const key = newId();
    const waits = await Promise.all(Array.from({ length: 20 }, () => store.attempt(key, NOW, THREE)));
    expect(waits.filter((wait) => wait === 0)).toHaveLength(3);
    expect(new Set(waits.filter((wait) => wait > 0))).toEqual(new Set([MINUTE_MS]));
  }
});

test('a clock that was set back leaves one attempt, then its rate', async () => {
  const key = newId();
  const later = NOW + 5_000_000 * MINUTE_MS;
  for (let i = 0; i < 3; i++) await store.attempt(key, later, THREE);
  expect(await store.attempt(key, later, THREE)).toBe(MINUTE_MS);
  const now = await Promise.all([1, 2, 3, 4].map(() => store.attempt(key, NOW, THREE)));
  expect(now.toSorted((a, b) => a - b)).toEqual([0, MINUTE_MS, MINUTE_MS, MINUTE_MS]);
  expect(await store.attempt(key, NOW + MINUTE_MS, THREE)).toBe(0);
});

test('servers whose clocks differ by less than a minute give no attempt more', async () => {
  const key = newId();
  for (let i = 0; i < 3; i++) await store.attempt(key, NOW + 59_000, THREE);
  for (let i = 0; i < 20; i++) {
    expect(await store.attempt(key, NOW, THREE)).toBe(MINUTE_MS + 59_000);
    expect(await store.attempt(key, NOW + 59_000, THREE)).toBe(MINUTE_MS);
  }
});

test('a reset restores the full limit of its key, and of no other', async () => {
  const [mine, other] = [newId(), newId()];
  for (const key of [mine, other]) for (let i = 0; i < 3; i++) await store.attempt(key, NOW, THREE);
  await store.resetAttempts(mine);
  await store.resetAttempts('nobody');
  expect(await store.attempt(mine, NOW, THREE)).toBe(0);
  expect(await store.attempt(other, NOW, THREE)).toBe(MINUTE_MS);
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

const aToken = (changes: Partial<OneTimeToken> = {}): OneTimeToken => ({
  kind: 'recovery',
  hash: newId(),
  uid: null,
  body: '{"emailKey":"å@example.org"}',
  expiresAt: minute(30),
  ...changes,
});

test('a one-time token can be read, and consumed once, before it expires and as its own kind', async () => {
  const { account } = await storeFamily(store);
  const token = aToken({ uid: account.uid });
  const { kind, hash, uid, body, expiresAt } = token;
  await store.putOneTimeToken(token);
  for (let i = 0; i < 2; i++)
    expect(await store.oneTimeToken(kind, hash, NOON)).toEqual({ uid, body, expiresAt });
  expect(await store.oneTimeToken('verify-email', hash, NOON)).toBeUndefined();
  expect(await store.consumeOneTimeToken('verify-email', hash, NOON)).toBeUndefined();
  expect(await store.oneTimeToken(kind, hash, expiresAt)).toBeUndefined();
  expect(await store.consumeOneTimeToken(kind, hash, expiresAt)).toBeUndefined();
  expect(await store.consumeOneTimeToken(kind, hash, NOON)).toEqual({ uid, body, expiresAt });
  expect(await store.consumeOneTimeToken(kind, hash, NOON)).toBeUndefined();
  expect(await store.oneTimeToken(kind, hash, NOON)).toBeUndefined();
});

test('of concurrent consumers of one token, one gets it', async () => {
  for (let round = 0; round < 5; round++) {
    const token = aToken();
    await store.putOneTimeToken(token);
    const takers = Array.from({ length: 6 }, () => store.consumeOneTimeToken(token.kind, token.hash, NOON));
    expect((await Promise.all(takers)).filter((taken) => taken !== undefined)).toHaveLength(1);
  }
});

test('the tokens of the given kinds of an account are revoked, and no others', async () => {
  const [mine, theirs] = [await storeFamily(store), await storeFamily(store)];
  const [lost, kept, foreign] = [
    aToken({ uid: mine.account.uid }),
    aToken({ uid: mine.account.uid, kind: 'verify-email' }),
    aToken({ uid: theirs.account.uid }),
  ];
  for (const token of [lost, kept, foreign]) await store.putOneTimeToken(token);
  await store.revokeOneTimeTokens(mine.account.uid, ['recovery', 'second-step']);
  const isThere = async ({ kind, hash }: OneTimeToken) =>
    (await store.oneTimeToken(kind, hash, NOON)) !== undefined;
  expect(await Promise.all([lost, kept, foreign].map(isThere))).toEqual([false, true, true]);
  await store.revokeOneTimeTokens(mine.account.uid, []);
  expect(await isThere(kept)).toBe(true);
});

test('the tokens of the given kinds of an account are listed until they expire', async () => {
  const [mine, theirs] = [await storeFamily(store), await storeFamily(store)];
  const { uid } = mine.account;
  const known = { kind: 'known-device', body: '{}' } as const;
  for (const token of [
    aToken({ uid, ...known, expiresAt: minute(40) }),
    aToken({ uid, ...known, expiresAt: minute(50) }),
    aToken({ uid, kind: 'change-email', body: '{"email":"ny@example.org"}' }),
    aToken({ uid }),
    aToken({ uid: theirs.account.uid, ...known }),
  ])
    await store.putOneTimeToken(token);
  const listed = (now: string) => store.oneTimeTokensOf(uid, ['known-device', 'change-email'], now);
  const devices = [minute(50), minute(40)].map((expiresAt) => ({ ...known, expiresAt }));
  const change = { kind: 'change-email', body: '{"email":"ny@example.org"}', expiresAt: minute(30) };
  expect(await listed(NOON)).toEqual([...devices, change]);
  expect(await listed(minute(40))).toEqual(devices.slice(0, 1));
  expect(await store.oneTimeTokensOf(uid, [], NOON)).toEqual([]);
});

test('the tokens of a deleted account are removed, and none is stored afterwards', async () => {
  const { account } = await storeFamily(store);
  const [own, free] = [aToken({ uid: account.uid }), aToken()];
  for (const token of [own, free]) await store.putOneTimeToken(token);
  await store.deleteAccount(account.uid, NOON);
  expect(await store.oneTimeToken(own.kind, own.hash, NOON)).toBeUndefined();
  await store.putOneTimeToken(own);
  expect(await store.oneTimeToken(own.kind, own.hash, NOON)).toBeUndefined();
  expect(await store.oneTimeToken(free.kind, free.hash, NOON)).toBeDefined();
});
