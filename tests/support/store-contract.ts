import { describe, expect, test } from 'vitest';
import type { Store } from '#server/store/port.ts';
import { changeContract } from '#tests/support/store-contract-changes.ts';
import { feedContract, keepingContract } from '#tests/support/store-contract-documents.ts';
import { forgettingContract } from '#tests/support/store-contract-forgetting.ts';
import {
  cancellingContract,
  noticeContract,
  replacingContract,
  sharingContract,
} from '#tests/support/store-contract-notices.ts';
import { snapshotContract } from '#tests/support/store-contract-snapshot.ts';
import { loadContract, transactionContract } from '#tests/support/store-contract-transactions.ts';
import { NOON, storeFamily } from '#tests/support/stored-family.ts';

/** What every store must do, whatever database stands behind it. `makeStore` gives an empty one and ends it by itself. */
export function storeContract(name: string, makeStore: () => Promise<Store>): void {
  describe(`${name} keeps the contract of a store`, () => {
    describe('the feed', () => feedContract(makeStore));
    describe('documents', () => keepingContract(makeStore));
    describe('a snapshot', () => snapshotContract(makeStore));
    describe('hints of changes', () => changeContract(makeStore));
    describe('accounts', () => accountContract(makeStore));
    describe('transactions', () => transactionContract(makeStore));
    describe('loading', () => loadContract(makeStore));
    describe('forgetting', () => forgettingContract(makeStore));
    describe('notices', () => noticeContract(makeStore));
    describe('notices of many', () => sharingContract(makeStore));
    describe('notices about the same tap', () => {
      replacingContract(makeStore);
      cancellingContract(makeStore);
    });
  });
}

function accountContract(makeStore: () => Promise<Store>): void {
  test('an e-mail registers once, also when two come at the same time', async () => {
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

  test('a session leads to its account until it ends or expires', async () => {
    const store = await makeStore();
    const { account, household } = await storeFamily(store);
    const session = {
      tokenHash: 'one',
      uid: account.uid,
      createdAt: NOON,
      expiresAt: '2026-06-01T00:00:00.000Z',
    };
    await store.openSession(session);
    await store.openSession({ ...session, tokenHash: 'two' });
    const { uid, email } = account;
    expect(await store.session('one', NOON)).toEqual({ uid, household, email });
    expect(await store.session('one', session.expiresAt)).toBeUndefined();
    await store.endSession('one');
    expect(await store.session('one', NOON)).toBeUndefined();
    expect(await store.session('two', NOON)).toBeDefined();
    expect(await store.session('three', NOON)).toBeUndefined();
    expect(await store.livingSessions(['one', 'two', 'three'], NOON)).toEqual(new Set(['two']));
    expect(await store.livingSessions(['two'], session.expiresAt)).toEqual(new Set());
    expect(await store.livingSessions([], NOON)).toEqual(new Set());
  });

  test('a password hash is replaced', async () => {
    const store = await makeStore();
    const { account } = await storeFamily(store);
    await store.setPassword(account.uid, 'another');
    expect(await store.accountByEmail(account.emailKey)).toMatchObject({ passwordHash: 'another' });
    expect(await store.accountByEmail('nobody@example.org')).toBeUndefined();
  });

  test('a store that works says so', async () => {
    await expect((await makeStore()).check()).resolves.toBeUndefined();
  });
}
