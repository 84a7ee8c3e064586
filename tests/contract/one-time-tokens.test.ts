import { beforeEach, expect, test } from 'vitest';
import type { OneTimeToken, Store } from '#server/store/ports/store.ts';
import { newId } from '#tests/support/people/household.ts';
import { minute, NOON, storeFamily } from '#tests/support/people/stored-family.ts';
import { openEmptyStore } from '#tests/support/server/open-store.ts';

let store: Store;

beforeEach(async () => {
  store = await openEmptyStore();
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
