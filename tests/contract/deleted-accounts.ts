import { expect, test } from 'vitest';
import { NoSuchHousehold, type Store } from '#server/store/ports/store.ts';
import { newId } from '#tests/support/people/household.ts';
import { minute, NOON, storeFamily } from '#tests/support/people/stored-family.ts';

export function deletedAccountContract(makeStore: () => Promise<Store>): void {
  test('a transaction for a deleted or unknown household throws NoSuchHousehold', async () => {
    const store = await makeStore();
    const { household, account } = await storeFamily(store);
    await store.deleteAccount(account.uid, NOON);
    for (const id of [household, newId()]) {
      const reading = store.transact(id, (transaction) => transaction.begin(newId(), []));
      await expect(reading).rejects.toBeInstanceOf(NoSuchHousehold);
    }
    await expect(store.scrub()).resolves.toBeUndefined();
  });

  test('a credential cannot be added to an account that does not exist', async () => {
    const store = await makeStore();
    const one = { kind: 'passkey', key: newId(), uid: newId(), body: '{}', createdAt: NOON } as const;
    expect(await store.addCredential(one)).toBe('no-account');
    expect(await store.replaceCredentials(one.uid, one.kind, [one])).toBe(false);
    expect(await store.credential(one.kind, one.key)).toBeUndefined();
  });

  test('a taken notice is pending until it is settled or its account is deleted', async () => {
    const store = await makeStore();
    const families = [await storeFamily(store), await storeFamily(store)];
    for (const { save } of families) {
      const notice = { about: newId(), recipient: { userId: 'x' }, name: 'Ella', at: NOON } as const;
      await save([], { notices: [{ notice: { ...notice, kind: 'first', status: 'in' }, dueAt: NOON }] });
    }
    const taken = await store.takeNotices(NOON, minute(5), 10);
    const pending = () => Promise.all(taken.map(({ id }) => store.isNoticePending(id)));
    expect(await pending()).toEqual([true, true]);
    await store.deleteAccount(families[0]?.account.uid ?? '', NOON);
    expect((await pending()).toSorted()).toEqual([false, true]);
    for (const { id } of taken) await store.settleNotice(id, { sentAt: NOON });
    expect(await pending()).toEqual([false, false]);
  });

  test('a listener hears that a household was deleted', async () => {
    const store = await makeStore();
    const { account, household } = await storeFamily(store);
    const notified = new Promise((resolve) => store.onChange(resolve));
    await store.deleteAccount(account.uid, NOON);
    expect(await notified).toBe(household);
  });
}
