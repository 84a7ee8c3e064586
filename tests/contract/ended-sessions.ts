import { expect, test } from 'vitest';
import { DAY_MS, isoTime, MINUTE_MS } from '#domain/time.ts';
import type { Store } from '#server/store/ports/store.ts';
import { newId } from '#tests/support/people/household.ts';
import { minute, NOON, storeFamily } from '#tests/support/people/stored-family.ts';
import { aSession, END, familyWithSessions } from './sessions.ts';

/** Half a year after a session would have expired, nothing of it is remembered. */
const FORGOTTEN = isoTime(Date.parse(END) + 180 * DAY_MS);
const BEFORE = isoTime(Date.parse(FORGOTTEN) - 1);

export function endedSessionContract(makeStore: () => Promise<Store>): void {
  test('sessions that are looked up at once each lead to their own account, unless they ended', async () => {
    const store = await makeStore();
    const families = [await familyWithSessions(store, 2), await familyWithSessions(store, 2)];
    const hashes = families.flatMap((family) => family.hashes);
    await store.endSession(hashes[1] ?? '');
    const lookUp = (at: string) => Promise.all(['nobody', ...hashes].map((hash) => store.session(hash, at)));
    const [hers, theirs] = families.map(({ household }) => household);
    const found = (await lookUp(NOON)).map((session) => session?.household);
    expect(found).toEqual([undefined, hers, undefined, theirs, theirs]);
    expect(await lookUp(END)).toEqual(Array(5).fill(undefined));
  });

  test('only its own account can name or end a session', async () => {
    const store = await makeStore();
    const { account, sessions, hashes } = await familyWithSessions(store, 2);
    const stranger = (await storeFamily(store)).account.uid;
    const id = sessions[0]?.id ?? '';
    expect(await store.nameSession(stranger, id, 'min')).toBe(false);
    expect(await store.endSessionsOf(stranger, { id })).toEqual([]);
    expect(await store.nameSession(account.uid, newId(), 'min')).toBe(false);
    expect(await store.nameSession(account.uid, id, 'Köksplattan')).toBe(true);
    expect((await store.sessionsOf(account.uid, NOON)).map(({ name }) => name).toSorted()).toEqual([
      'Chrome · Android',
      'Köksplattan',
    ]);
    expect(await store.endSessionsOf(account.uid, { id })).toEqual([hashes[0]]);
    expect(await store.endSessionsOf(account.uid, { id })).toEqual([]);
    expect([...(await store.activeSessions(hashes, NOON)).keys()]).toEqual([hashes[1]]);
  });

  test('all sessions of an account end, except one if given', async () => {
    const store = await makeStore();
    const { account, hashes } = await familyWithSessions(store, 3);
    const other = await familyWithSessions(store, 1);
    const ended = await store.endSessionsOf(account.uid, { allBut: hashes[1] });
    expect(ended.toSorted()).toEqual([hashes[0] ?? '', hashes[2] ?? ''].toSorted());
    const active = await store.activeSessions([...hashes, ...other.hashes], NOON);
    expect(new Set(active.keys())).toEqual(new Set([hashes[1], other.hashes[0]]));
    expect(await store.endSessionsOf(account.uid, { allBut: undefined })).toEqual([hashes[1]]);
    expect(await store.sessionsOf(account.uid, NOON)).toEqual([]);
  });

  rememberedContract(makeStore);

  test('expired sessions, tokens and attempts are purged, and nothing else', async () => {
    const store = await makeStore();
    const { account, hashes } = await familyWithSessions(store, 2);
    const [one = '', two = ''] = hashes;
    await store.touchSession(one, NOON, minute(10));
    const token = { kind: 'recovery', uid: account.uid, body: '{}' } as const;
    await store.putOneTimeToken({ ...token, hash: 'early', expiresAt: minute(10) });
    await store.putOneTimeToken({ ...token, hash: 'late', expiresAt: minute(11) });
    const limit = { burst: 1, interval: 10 * MINUTE_MS };
    await store.attempt('full again', Date.parse(NOON), limit);
    await store.attempt('still used up', Date.parse(minute(1)), limit);
    await store.purgeExpired(minute(10));
    // Read as of noon: a row that expired later would still be found if it had not been deleted.
    expect([...(await store.activeSessions([one, two], NOON)).keys()]).toEqual([two]);
    expect(await store.oneTimeToken('recovery', 'early', NOON)).toBeUndefined();
    expect(await store.oneTimeToken('recovery', 'late', NOON)).toBeDefined();
    expect(await store.attempt('full again', Date.parse(minute(1)), limit)).toBe(0);
    expect(await store.attempt('still used up', Date.parse(minute(1)), limit)).toBeGreaterThan(0);
  });
}

export function rememberedSessionContract(makeStore: () => Promise<Store>): void {
  test('a session that was ended is remembered by its hash for half a year more, one that signed itself out is not', async () => {
    const store = await makeStore();
    const { account, sessions, hashes } = await familyWithSessions(store, 4);
    const [byId = '', signedOut = '', replaced = '', open = ''] = hashes;
    await store.endSessionsOf(account.uid, { id: sessions[0]?.id ?? '' });
    await store.endSession(signedOut);
    await store.endSession(replaced, 'session-over');
    const remembered = (now: string) => store.endedSessions([...hashes, 'unknown'], now);
    const known = new Map([
      [byId, 'session-ended'],
      [replaced, 'session-over'],
    ]);
    expect(await remembered(NOON)).toEqual(known);
    expect(await remembered(BEFORE)).toEqual(known);
    expect(await remembered(FORGOTTEN)).toEqual(new Map());
    await store.purgeExpired(BEFORE);
    expect((await remembered(NOON)).get(byId)).toBe('session-ended');
    await store.endSessionsOf(account.uid, { allBut: undefined });
    expect((await remembered(NOON)).get(open)).toBe('session-over');
    await store.purgeExpired(FORGOTTEN);
    expect(await remembered(NOON)).toEqual(new Map());
  });

  test('after the deletion of an account each of its sessions, however it ended, is gone, and names no account', async () => {
    const store = await makeStore();
    const [mine, theirs] = [await familyWithSessions(store, 4), await familyWithSessions(store, 1)];
    const { uid } = mine.account;
    const [ended = '', over = '', expired = '', open = ''] = mine.hashes;
    await store.endSessionsOf(uid, { id: mine.sessions[0]?.id ?? '' });
    await store.endSession(over, 'session-over');
    await store.touchSession(expired, NOON, minute(1));
    await store.purgeExpired(minute(1));
    const [other = ''] = theirs.hashes;
    await store.endSession(other, 'session-over');
    const asked = [ended, over, expired, open, other];
    const kinds = async () => {
      const found = await store.endedSessions(asked, NOON);
      return asked.map((hash) => found.get(hash));
    };
    expect(await kinds()).toEqual([
      'session-ended',
      'session-over',
      'session-over',
      undefined,
      'session-over',
    ]);
    await store.deleteAccount(uid, NOON);
    expect(await kinds()).toEqual([...Array(4).fill('account-gone'), 'session-over']);
    for (const hash of [ended, over, expired, open])
      expect(await store.oneTimeToken('account-gone', hash, NOON)).toMatchObject({ uid: null, body: '{}' });
    expect((await store.oneTimeToken('account-gone', open, NOON))?.expiresAt).toBe(FORGOTTEN);
  });
}

export function concurrentEndContract(makeStore: () => Promise<Store>): void {
  test('a session that opens while others end is not among them', async () => {
    const store = await makeStore();
    const { account } = await familyWithSessions(store, 3);
    const late = aSession(account.uid);
    const [ended] = await Promise.all([
      store.endSessionsOf(account.uid, { allBut: undefined }),
      store.openSession(late),
    ]);
    const isOpen = (await store.session(late.tokenHash, NOON)) !== undefined;
    const remembered = await store.endedSessions([late.tokenHash], NOON);
    expect([isOpen, remembered.size === 0]).toEqual(
      ended.includes(late.tokenHash) ? [false, false] : [true, true],
    );
  });
}

function rememberedContract(makeStore: () => Promise<Store>): void {
  test('of many sessions that are over, those of an account that would have expired last are remembered', async () => {
    const store = await makeStore();
    const { account, hashes } = await familyWithSessions(store, 4);
    const other = await familyWithSessions(store, 1);
    for (const [index, hash] of hashes.entries()) await store.touchSession(hash, NOON, minute(10 + index));
    for (const hash of [...hashes, ...other.hashes]) await store.endSession(hash, 'session-over');
    await store.forgetEndedSessions(account.uid, 2);
    const remembered = await store.endedSessions([...hashes, ...other.hashes], NOON);
    expect([...remembered.keys()].toSorted()).toEqual([...hashes.slice(2), ...other.hashes].toSorted());
  });
}
