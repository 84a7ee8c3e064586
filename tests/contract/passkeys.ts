import { expect, test } from 'vitest';
import type { Store } from '#server/store/ports/store.ts';
import { newId } from '#tests/support/people/household.ts';
import { minute, NOON, storeFamily } from '#tests/support/people/stored-family.ts';

/** The requirement of a passkey. */
export function passkeyContract(makeStore: () => Promise<Store>): void {
  test('an account requires a passkey until the requirement is removed, and no other account does', async () => {
    const store = await makeStore();
    const [{ account }, other] = await Promise.all([
      storeFamily(store),
      storeFamily(store, 'bo@example.org'),
    ]);
    const asks = async ({ uid, emailKey }: typeof account) => [
      (await store.accountByUid(uid))?.passkeyRequiredAt,
      (await store.accountByEmail(emailKey))?.passkeyRequiredAt,
    ];
    expect(await asks(account)).toEqual([null, null]);
    await store.addCredential({
      kind: 'passkey',
      key: newId(),
      uid: account.uid,
      body: '{}',
      createdAt: NOON,
    });
    expect(await store.requirePasskey(account.uid, NOON)).toBe(true);
    expect(await asks(account)).toEqual([NOON, NOON]);
    expect(await asks(other.account)).toEqual([null, null]);
    expect(await store.requirePasskey(account.uid, null)).toBe(true);
    expect(await asks(account)).toEqual([null, null]);
  });

  test('a passkey can be required only if there is one, and then no session opens without it', async () => {
    const store = await makeStore();
    const { uid } = (await storeFamily(store)).account;
    const aSession = () => ({
      ...{ tokenHash: newId(), id: newId(), name: '', uid },
      ...{ createdAt: NOON, expiresAt: minute(60) },
    });
    const ofAnotherKind = { kind: 'provider', key: newId(), uid, body: '{}', createdAt: NOON } as const;
    await store.addCredential(ofAnotherKind);
    expect(await store.requirePasskey(uid, NOON)).toBe(false);
    expect((await store.accountByUid(uid))?.passkeyRequiredAt).toBeNull();
    await store.addCredential({ ...ofAnotherKind, kind: 'passkey' });
    expect(await store.requirePasskey(uid, NOON)).toBe(true);
    expect(await store.openSession(aSession())).toBe(false);
    expect(await store.openSession(aSession(), { passwordHash: 'hash' })).toBe(false);
    expect(await store.openSession(aSession(), { passkey: true })).toBe(true);
  });
}
