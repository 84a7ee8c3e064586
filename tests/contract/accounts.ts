import { expect, test } from 'vitest';
import { initialProfile } from '#domain/protocol/registration.ts';
import type { Store } from '#server/store/ports/store.ts';
import { newId } from '#tests/support/people/household.ts';
import { minute, NOON, storeFamily } from '#tests/support/people/stored-family.ts';

export function accountContract(makeStore: () => Promise<Store>): void {
  test('an e-mail can be registered once, also by concurrent registrations', async () => {
    const store = await makeStore();
    const families = await Promise.all([storeFamily(store, 'a@b.se'), storeFamily(store, 'a@b.se')]);
    const kept = await store.accountByEmail('a@b.se');
    const documents = await Promise.all(
      families.map(async ({ account, household }) => ({
        won: account.uid === kept?.uid,
        documents: (await store.changes(household, 0, 10)).changes.length,
      })),
    );
    expect(documents).toHaveLength(2);
    expect(documents).toContainEqual({ won: true, documents: 1 });
    expect(documents).toContainEqual({ won: false, documents: 0 });
  });

  test('a registration that is sent again hears that its e-mail is taken, not that its invitation is used', async () => {
    const store = await makeStore();
    const hash = newId();
    await store.putOneTimeToken({ kind: 'invitation', hash, uid: null, body: '{}', expiresAt: minute(60) });
    const register = (email: string) => {
      const account = { uid: newId(), household: newId(), email, emailKey: email, passwordHash: 'hash' };
      const profile = initialProfile({ firstName: 'Astrid', lastName: 'Lindgren', email }, NOON);
      return store.register({ ...account, createdAt: NOON }, profile, [], { hash, now: NOON });
    };
    expect(await register('a@b.se')).toBe('registered');
    expect(await register('a@b.se')).toBe('email-taken');
    expect(await register('c@d.se')).toBe('invitation-used');
    expect(await store.accountByEmail('c@d.se')).toBeUndefined();
  });

  test('a password hash is replaced', async () => {
    const store = await makeStore();
    const { account } = await storeFamily(store);
    await store.setPassword(account.uid, 'another');
    expect(await store.accountByEmail(account.emailKey)).toMatchObject({ passwordHash: 'another' });
    expect(await store.accountByEmail('nobody@example.org')).toBeUndefined();
  });

  test('a password hash replaces only the expected one', async () => {
    const store = await makeStore();
    const { uid } = (await storeFamily(store)).account;
    expect(await store.setPassword(uid, 'second', 'hash')).toBe(true);
    expect(await store.setPassword(uid, 'third', 'hash')).toBe(false);
    expect(await store.accountByUid(uid)).toMatchObject({ passwordHash: 'second' });
    expect(await store.setPassword(newId(), 'second')).toBe(false);
  });

  test('an account is found by its id too, and its password can be removed', async () => {
    const store = await makeStore();
    const { account } = await storeFamily(store);
    expect(await store.accountByUid(account.uid)).toEqual(await store.accountByEmail(account.emailKey));
    expect(await store.accountByUid(newId())).toBeUndefined();
    await store.setPassword(account.uid, null);
    expect(await store.accountByUid(account.uid)).toMatchObject({ passwordHash: null });
  });

  test('an e-mail is verified only if it is still the same', async () => {
    const store = await makeStore();
    const { uid, emailKey } = (await storeFamily(store)).account;
    await store.verifyEmail(uid, 'former@example.org', NOON);
    expect(await store.accountByUid(uid)).toMatchObject({ emailVerifiedAt: null });
    await store.verifyEmail(uid, emailKey, NOON);
    expect(await store.accountByUid(uid)).toMatchObject({ emailVerifiedAt: NOON });
  });
}
