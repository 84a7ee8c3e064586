import { expect, test } from 'vitest';
import { DAY_MS, isoTime, MINUTE_MS } from '#domain/time.ts';
import { newId } from '#tests/support/people/household.ts';
import {
  aSession,
  END,
  familyWithSessions,
  minute,
  NOON,
  storeFamily,
} from '#tests/support/people/stored-family.ts';
import { contractStore } from '#tests/support/server/open-store.ts';

/** Half a year after a session would have expired, nothing of it is remembered. */
const FORGOTTEN = isoTime(Date.parse(END) + 180 * DAY_MS);
const BEFORE = isoTime(Date.parse(FORGOTTEN) - 1);

const store = contractStore();

test('a session leads to its account until it ends or expires', async () => {
  const { account, household, sessions } = await familyWithSessions(store, 2);
  const [one = '', two = ''] = sessions.map(({ tokenHash }) => tokenHash);
  const { uid, email } = account;
  expect(await store.session(one, NOON)).toEqual({
    ...{ uid, household, email, id: sessions[0]?.id },
    ...{ createdAt: NOON, seenAt: NOON, reauthenticatedAt: NOON },
  });
  expect(await store.session(one, END)).toBeUndefined();
  await store.endSession(one);
  expect(await store.session(one, NOON)).toBeUndefined();
  expect(await store.session('three', NOON)).toBeUndefined();
  expect(await store.activeSessions([one, two, 'three'], NOON)).toEqual(new Map([[two, household]]));
  expect(await store.activeSessions([two], END)).toEqual(new Map());
  expect(await store.activeSessions([], NOON)).toEqual(new Map());
});

test('sessions that are looked up at once each lead to their own account, unless they ended', async () => {
  const families = [await familyWithSessions(store, 2), await familyWithSessions(store, 2)];
  const hashes = families.flatMap((family) => family.hashes);
  await store.endSession(hashes[1] ?? '');
  const lookUp = (at: string) => Promise.all(['nobody', ...hashes].map((hash) => store.session(hash, at)));
  const [hers, theirs] = families.map(({ household }) => household);
  const found = (await lookUp(NOON)).map((session) => session?.household);
  expect(found).toEqual([undefined, hers, undefined, theirs, theirs]);
  expect(await lookUp(END)).toEqual(Array(5).fill(undefined));
});

test('a session opens only for an existing account, and if the password is still the one that was checked', async () => {
  const { uid } = (await storeFamily(store)).account;
  expect(await store.openSession(aSession(newId()))).toBe(false);
  expect(await store.openSession(aSession(uid))).toBe(true);
  expect(await store.openSession(aSession(uid), { passwordHash: 'hash' })).toBe(true);
  await store.setPassword(uid, 'another');
  expect(await store.openSession(aSession(uid), { passwordHash: 'hash' })).toBe(false);
  expect(await store.sessionsOf(uid, NOON)).toHaveLength(2);
});

test('a session does not open by a credential that was removed', async () => {
  const [mine, theirs] = [await storeFamily(store), await storeFamily(store)];
  const { uid } = mine.account;
  const credential = { kind: 'provider', key: newId() } as const;
  const open = () => store.openSession(aSession(uid), { credential });
  expect(await open()).toBe(false);
  await store.addCredential({ ...credential, uid, body: '{}', createdAt: NOON });
  expect(await open()).toBe(true);
  expect(await store.openSession(aSession(theirs.account.uid), { credential })).toBe(false);
  await store.removeCredentials(uid, 'provider', [credential.key]);
  expect(await open()).toBe(false);
});

test('a pending second factor opens one session, and none after it was revoked', async () => {
  const [{ uid }, { uid: stranger }] = [
    (await storeFamily(store)).account,
    (await storeFamily(store)).account,
  ];
  const pendingSecondFactor = newId();
  const token = { kind: 'second-step', hash: pendingSecondFactor, uid, body: '{}', expiresAt: END } as const;
  const open = (of = uid) => store.openSession(aSession(of), { passkey: true, pendingSecondFactor });
  await store.putOneTimeToken(token);
  expect(await open(stranger)).toBe(false);
  const opened = await Promise.all(Array.from({ length: 4 }, () => open()));
  expect(opened.toSorted()).toEqual([false, false, false, true]);
  await store.putOneTimeToken(token);
  await store.revokeOneTimeTokens(uid, ['second-step']);
  expect(await open()).toBe(false);
});

test('touching a session sets its expiry, and re-authentication its time', async () => {
  const [one = '', two = ''] = (await familyWithSessions(store, 2)).hashes;
  await store.touchSession(one, minute(5), minute(60));
  await store.reauthenticateSession(one, minute(7));
  expect(await store.session(one, minute(59))).toMatchObject({
    ...{ createdAt: NOON, seenAt: minute(5), reauthenticatedAt: minute(7) },
  });
  expect(await store.session(one, minute(60))).toBeUndefined();
  expect(await store.session(two, minute(60))).toMatchObject({ seenAt: NOON, reauthenticatedAt: NOON });
  await store.touchSession('nobody', minute(5), minute(60));
  expect(await store.session('nobody', NOON)).toBeUndefined();
});

test('the sessions of an account are listed last seen first, without those of other accounts', async () => {
  const { account, sessions, hashes } = await familyWithSessions(store, 2);
  await familyWithSessions(store, 1);
  await store.touchSession(hashes[1] ?? '', minute(5), END);
  const [last, first] = await store.sessionsOf(account.uid, NOON);
  expect(last).toMatchObject({ tokenHash: hashes[1], seenAt: minute(5) });
  expect(first).toEqual({
    ...{ id: sessions[0]?.id, tokenHash: hashes[0], name: 'Chrome · Android' },
    ...{ createdAt: NOON, seenAt: NOON, toldSince: null },
  });
  expect(await store.sessionsOf(account.uid, END)).toEqual([]);
});

test('only its own account can name or end a session', async () => {
  const { account, sessions, hashes } = await familyWithSessions(store, 2);
  const stranger = (await storeFamily(store)).account.uid;
  const id = sessions[0]?.id ?? '';
  expect(await store.nameSession(stranger, id, 'min')).toBe(false);
  expect(await store.endSessionsOf(stranger, { id })).toEqual([]);
  expect(await store.nameSession(account.uid, newId(), 'min')).toBe(false);
  expect(await store.nameSession(account.uid, id, 'Köksplattan')).toBe(true);
  const names = (await store.sessionsOf(account.uid, NOON)).map(({ name }) => name);
  expect(names.toSorted()).toEqual(['Chrome · Android', 'Köksplattan']);
  expect(await store.endSessionsOf(account.uid, { id })).toEqual([hashes[0]]);
  expect(await store.endSessionsOf(account.uid, { id })).toEqual([]);
  expect([...(await store.activeSessions(hashes, NOON)).keys()]).toEqual([hashes[1]]);
});

test('all sessions of an account end, except one if given', async () => {
  const { account, hashes } = await familyWithSessions(store, 3);
  const other = await familyWithSessions(store, 1);
  const ended = await store.endSessionsOf(account.uid, { allBut: hashes[1] });
  expect(ended.toSorted()).toEqual([hashes[0] ?? '', hashes[2] ?? ''].toSorted());
  const active = await store.activeSessions([...hashes, ...other.hashes], NOON);
  expect(new Set(active.keys())).toEqual(new Set([hashes[1], other.hashes[0]]));
  expect(await store.endSessionsOf(account.uid, { allBut: undefined })).toEqual([hashes[1]]);
  expect(await store.sessionsOf(account.uid, NOON)).toEqual([]);
});

test('a session that opens while others end is not among them', async () => {
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

test('expired sessions, tokens and attempts are purged, and nothing else', async () => {
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

test('a session that was ended is remembered by its hash for half a year more, one that signed itself out is not', async () => {
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
  const [mine, theirs] = [await familyWithSessions(store, 4), await familyWithSessions(store, 1)];
  const { uid } = mine.account;
  const [ended = '', over = '', expired = '', open = ''] = mine.hashes;
  const [other = ''] = theirs.hashes;
  await store.endSessionsOf(uid, { id: mine.sessions[0]?.id ?? '' });
  await store.endSession(over, 'session-over');
  await store.touchSession(expired, NOON, minute(1));
  await store.purgeExpired(minute(1));
  await store.endSession(other, 'session-over');
  const kinds = async () => {
    const found = await store.endedSessions([...mine.hashes, other], NOON);
    return [ended, over, expired, open, other].map((hash) => found.get(hash));
  };
  const past = Array(2).fill('session-over');
  expect(await kinds()).toEqual(['session-ended', ...past, undefined, 'session-over']);
  await store.deleteAccount(uid, NOON);
  expect(await kinds()).toEqual([...Array(4).fill('account-gone'), 'session-over']);
  for (const hash of mine.hashes)
    expect(await store.oneTimeToken('account-gone', hash, NOON)).toMatchObject({ uid: null, body: '{}' });
  expect((await store.oneTimeToken('account-gone', open, NOON))?.expiresAt).toBe(FORGOTTEN);
});

test('of many sessions that are over, those of an account that would have expired last are remembered', async () => {
  const { account, hashes } = await familyWithSessions(store, 4);
  const other = await familyWithSessions(store, 1);
  for (const [index, hash] of hashes.entries()) await store.touchSession(hash, NOON, minute(10 + index));
  for (const hash of [...hashes, ...other.hashes]) await store.endSession(hash, 'session-over');
  await store.forgetEndedSessions(account.uid, 2);
  const remembered = await store.endedSessions([...hashes, ...other.hashes], NOON);
  expect([...remembered.keys()].toSorted()).toEqual([...hashes.slice(2), ...other.hashes].toSorted());
});
