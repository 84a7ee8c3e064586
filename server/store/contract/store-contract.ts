import { describe, expect, test } from 'vitest';
import type { Store } from '#server/store/port.ts';
import { accountContract } from './accounts.ts';
import { attemptContract } from './attempts.ts';
import { changeContract } from './changes.ts';
import {
  addedBySessionContract,
  credentialContract,
  replacedCredentialContract,
  waysInContract,
} from './credentials.ts';
import { feedContract, keepingContract } from './documents.ts';
import { forgettingContract } from './forgetting.ts';
import { goneAccountContract, keepingVisitsContract } from './keeping.ts';
import { cancellingContract, noticeContract, replacingContract, sharingContract } from './notices.ts';
import { passkeyContract } from './passkeys.ts';
import { redeemingContract } from './redeeming.ts';
import { endedSessionContract, sessionContract, shownContract } from './sessions.ts';
import { snapshotContract } from './snapshot.ts';
import { ticketContract, ticketsOutContract } from './tickets.ts';
import { loadContract, transactionContract } from './transactions.ts';

/** What every store must do, whatever database stands behind it. `makeStore` gives an empty one and ends it by itself. */
export function storeContract(name: string, makeStore: () => Promise<Store>): void {
  describe(`${name} keeps the contract of a store`, () => {
    test('a store that works says so', async () => {
      await expect((await makeStore()).check()).resolves.toBeUndefined();
    });
    describe('the feed', () => feedContract(makeStore));
    describe('documents', () => keepingContract(makeStore));
    describe('a snapshot', () => snapshotContract(makeStore));
    describe('hints of changes', () => changeContract(makeStore));
    describe('accounts', () => accountContract(makeStore));
    describe('sessions', () => {
      sessionContract(makeStore);
      endedSessionContract(makeStore);
      shownContract(makeStore);
    });
    describe('tickets', () => ticketContract(makeStore));
    describe('the tickets of an account', () => ticketsOutContract(makeStore));
    describe('tickets that change an account', () => redeemingContract(makeStore));
    describe('credentials', () => {
      credentialContract(makeStore);
      replacedCredentialContract(makeStore);
      waysInContract(makeStore);
      addedBySessionContract(makeStore);
    });
    describe('attempts', () => attemptContract(makeStore));
    describe('passkeys', () => passkeyContract(makeStore));
    describe('transactions', () => transactionContract(makeStore));
    describe('loading', () => loadContract(makeStore));
    describe('forgetting', () => forgettingContract(makeStore));
    describe('how long visits are kept', () => keepingVisitsContract(makeStore));
    describe('an account that is gone', () => goneAccountContract(makeStore));
    describe('notices', () => noticeContract(makeStore));
    describe('notices of many', () => sharingContract(makeStore));
    describe('notices about the same tap', () => {
      replacingContract(makeStore);
      cancellingContract(makeStore);
    });
  });
}
