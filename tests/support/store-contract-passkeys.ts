import { expect, test } from 'vitest';
import type { Store } from '#server/store/port.ts';
import { NOON, storeFamily } from '#tests/support/stored-family.ts';

/** What every store must keep of the requirement that a passkey be shown. */
export function passkeyContract(makeStore: () => Promise<Store>): void {
  test('an account asks for a passkey from when it was told to until it is told not to, and no other does', async () => {
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
    await store.requirePasskey(account.uid, NOON);
    expect(await asks(account)).toEqual([NOON, NOON]);
    expect(await asks(other.account)).toEqual([null, null]);
    await store.requirePasskey(account.uid, null);
    expect(await asks(account)).toEqual([null, null]);
  });
}
