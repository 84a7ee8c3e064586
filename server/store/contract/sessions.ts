import { expect, test } from 'vitest';
import { MINUTE_MS } from '#domain/time.ts';
import type { NewSession, Store } from '#server/store/port.ts';
import { newId } from '#tests/support/people/household.ts';
import { minute, NOON, storeFamily } from '#tests/support/people/stored-family.ts';

const END = '2026-06-01T00:00:00.000Z';

/** A session with a unique token hash. */
const aSession = (uid: string, changes: Partial<NewSession> = {}): NewSession => ({
  tokenHash: newId(),
  id: newId(),
  name: 'Chrome · Android',
  uid,
  createdAt: NOON,
  expiresAt: END,
  ...changes,
});

/** A family with `count` sessions. */
async function familyWithSessions(store: Store, count: number) {
  const { account, household } = await storeFamily(store);
  const sessions = Array.from({ length: count }, () => aSession(account.uid));
  for (const session of sessions) await store.openSession(session);
  return { account, household, hashes: sessions.map(({ tokenHash }) => tokenHash), sessions };
}

export function sessionContract(makeStore: () => Promise<Store>): void {
  test('a session leads to its account until it ends or expires', async () => {
    const store = await makeStore();
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
    expect(await store.session(two, NOON)).toBeDefined();
    expect(await store.session('three', NOON)).toBeUndefined();
    expect(await store.activeSessions([one, two, 'three'], NOON)).toEqual(new Set([two]));
    expect(await store.activeSessions([two], END)).toEqual(new Set());
    expect(await store.activeSessions([], NOON)).toEqual(new Set());
  });

  test('a session opens only for an existing account, and if the password is still the one that was checked', async () => {
    const store = await makeStore();
    const { uid } = (await storeFamily(store)).account;
    expect(await store.openSession(aSession(newId()))).toBe(false);
    expect(await store.openSession(aSession(uid))).toBe(true);
    expect(await store.openSession(aSession(uid), { passwordHash: 'hash' })).toBe(true);
    await store.setPassword(uid, 'another');
    expect(await store.openSession(aSession(uid), { passwordHash: 'hash' })).toBe(false);
    expect(await store.sessionsOf(uid, NOON)).toHaveLength(2);
  });

  test('touching a session sets its expiry, and re-authentication its time', async () => {
    const store = await makeStore();
    const { hashes } = await familyWithSessions(store, 2);
    const [one = '', two = ''] = hashes;
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
    const store = await makeStore();
    const { account, sessions, hashes } = await familyWithSessions(store, 2);
    const other = await familyWithSessions(store, 1);
    await store.touchSession(hashes[1] ?? '', minute(5), END);
    const listed = await store.sessionsOf(account.uid, NOON);
    expect(listed.map(({ tokenHash, seenAt }) => [tokenHash, seenAt])).toEqual([
      [hashes[1], minute(5)],
      [hashes[0], NOON],
    ]);
    expect(listed[1]).toEqual({
      ...{ id: sessions[0]?.id, tokenHash: hashes[0], name: 'Chrome · Android' },
      ...{ createdAt: NOON, seenAt: NOON },
    });
    expect(await store.sessionsOf(account.uid, END)).toEqual([]);
    expect(await store.sessionsOf(other.account.uid, NOON)).toHaveLength(1);
  });
}

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
    expect(await store.activeSessions(hashes, NOON)).toEqual(new Set([hashes[1]]));
  });

  test('all sessions of an account end, except one if given', async () => {
    const store = await makeStore();
    const { account, hashes } = await familyWithSessions(store, 3);
    const other = await familyWithSessions(store, 1);
    const ended = await store.endSessionsOf(account.uid, { allBut: hashes[1] });
    expect(ended.toSorted()).toEqual([hashes[0] ?? '', hashes[2] ?? ''].toSorted());
    expect(await store.activeSessions([...hashes, ...other.hashes], NOON)).toEqual(
      new Set([hashes[1], other.hashes[0]]),
    );
    expect(await store.endSessionsOf(account.uid, { allBut: undefined })).toEqual([hashes[1]]);
    expect(await store.sessionsOf(account.uid, NOON)).toEqual([]);
  });

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
    expect(await store.activeSessions([one, two], NOON)).toEqual(new Set([two]));
    expect(await store.oneTimeToken('recovery', 'early', NOON)).toBeUndefined();
    expect(await store.oneTimeToken('recovery', 'late', NOON)).toBeDefined();
    expect(await store.attempt('full again', Date.parse(minute(1)), limit)).toBe(0);
    expect(await store.attempt('still used up', Date.parse(minute(1)), limit)).toBeGreaterThan(0);
  });
}

export function presentedCredentialContract(makeStore: () => Promise<Store>): void {
  test('a session does not open by a credential that was removed', async () => {
    const store = await makeStore();
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
    const store = await makeStore();
    const [mine, theirs] = [await storeFamily(store), await storeFamily(store)];
    const { uid } = mine.account;
    const pendingSecondFactor = newId();
    const put = () =>
      store.putOneTimeToken({
        kind: 'second-step',
        hash: pendingSecondFactor,
        uid,
        body: '{}',
        expiresAt: END,
      });
    const open = (of = uid) => store.openSession(aSession(of), { passkey: true, pendingSecondFactor });
    await put();
    expect(await open(theirs.account.uid)).toBe(false);
    const opened = await Promise.all(Array.from({ length: 4 }, () => open()));
    expect(opened.toSorted()).toEqual([false, false, false, true]);
    await put();
    await store.revokeOneTimeTokens(uid, ['second-step']);
    expect(await open()).toBe(false);
  });
}
