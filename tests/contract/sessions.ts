import { expect, test } from 'vitest';
import type { NewSession, Store } from '#server/store/ports/store.ts';
import { newId } from '#tests/support/people/household.ts';
import { minute, NOON, storeFamily } from '#tests/support/people/stored-family.ts';

export const END = '2026-06-01T00:00:00.000Z';

/** A session with a unique token hash. */
export const aSession = (uid: string, changes: Partial<NewSession> = {}): NewSession => ({
  tokenHash: newId(),
  id: newId(),
  name: 'Chrome · Android',
  uid,
  createdAt: NOON,
  expiresAt: END,
  ...changes,
});

/** A family with `count` sessions. */
export async function familyWithSessions(store: Store, count: number) {
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
    expect(await store.activeSessions([one, two, 'three'], NOON)).toEqual(new Map([[two, household]]));
    expect(await store.activeSessions([two], END)).toEqual(new Map());
    expect(await store.activeSessions([], NOON)).toEqual(new Map());
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
      ...{ createdAt: NOON, seenAt: NOON, toldSince: null },
    });
    expect(await store.sessionsOf(account.uid, END)).toEqual([]);
    expect(await store.sessionsOf(other.account.uid, NOON)).toHaveLength(1);
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
