import { describe, expect, test } from 'vitest';
import type { Store } from '#server/store/ports/store.ts';
import { accountChangeContract } from './account-changes.ts';
import { accountContract } from './accounts.ts';
import { activityContract } from './activity.ts';
import { alertContract } from './alerts.ts';
import { attemptContract } from './attempts.ts';
import { changeHintContract } from './change-hints.ts';
import {
  addedBySessionContract,
  credentialContract,
  replacedCredentialContract,
  signInMethodContract,
} from './credentials.ts';
import { deletedAccountContract } from './deleted-accounts.ts';
import { documentContract, feedContract } from './documents.ts';
import { concurrentEndContract, endedSessionContract, rememberedSessionContract } from './ended-sessions.ts';
import { followerContract } from './followers.ts';
import { formerAddressContract, formerPasswordContract } from './former-addresses.ts';
import { goneFollowerContract } from './gone-followers.ts';
import { foreignLinkContract, linkContract, linkRowContract, refusedNumberContract } from './links.ts';
import { lastParentContract, moveContract, partContract } from './moves.ts';
import {
  cancellingContract,
  fairnessContract,
  noticeContract,
  replacingContract,
  sentContract,
  sharingContract,
} from './notices.ts';
import { oneTimeTokenContract, oneTimeTokensOfContract } from './one-time-tokens.ts';
import { longPagesContract, peoplePagesContract } from './pages.ts';
import { inviteContract, sharedHouseholdContract } from './parents.ts';
import { passkeyContract } from './passkeys.ts';
import { outcomePurgeContract, purgeContract } from './purge.ts';
import { purgeRemovedContract } from './purge-removed.ts';
import { restoreLogContract } from './restore-log.ts';
import { retentionContract } from './retention.ts';
import { presentedCredentialContract, sessionContract } from './sessions.ts';
import { snapshotContract } from './snapshot.ts';
import {
  groupContract,
  groupMemberContract,
  loadContract,
  sameIdsContract,
  transactionContract,
} from './transactions.ts';

/** The tests that every adapter must pass. `makeStore` returns an empty store and closes it after the test. */
export function storeContract(name: string, makeStore: () => Promise<Store>): void {
  describe(`${name} meets the store contract`, () => {
    test('the check of a working store succeeds', async () => {
      await expect((await makeStore()).check()).resolves.toBeUndefined();
    });
    describe('the change feed', () => feedContract(makeStore));
    describe('documents', () => documentContract(makeStore));
    describe('a snapshot', () => snapshotContract(makeStore));
    describe('the pages of a snapshot', () => peoplePagesContract(makeStore));
    describe('long documents', () => longPagesContract(makeStore));
    describe('change hints', () => changeHintContract(makeStore));
    describe('accounts', () => accountContract(makeStore));
    describe('sessions', () => {
      sessionContract(makeStore);
      endedSessionContract(makeStore);
      rememberedSessionContract(makeStore);
      concurrentEndContract(makeStore);
      presentedCredentialContract(makeStore);
    });
    describe('one-time tokens', () => oneTimeTokenContract(makeStore));
    describe('the one-time tokens of an account', () => oneTimeTokensOfContract(makeStore));
    describe('former addresses and passwords', () => {
      formerAddressContract(makeStore);
      formerPasswordContract(makeStore);
    });
    describe('account changes', () => accountChangeContract(makeStore));
    describe('credentials', () => {
      credentialContract(makeStore);
      replacedCredentialContract(makeStore);
      signInMethodContract(makeStore);
      addedBySessionContract(makeStore);
    });
    describe('attempts', () => attemptContract(makeStore));
    describe('activity', () => activityContract(makeStore));
    describe('passkeys', () => passkeyContract(makeStore));
    describe('links', () => {
      linkContract(makeStore);
      foreignLinkContract(makeStore);
      linkRowContract(makeStore);
      refusedNumberContract(makeStore);
    });
    describe('transactions', () => transactionContract(makeStore));
    describe('transactions of several households', () => {
      groupContract(makeStore);
      groupMemberContract(makeStore);
    });
    describe('loading', () => loadContract(makeStore));
    describe('the same ids in two households', () => sameIdsContract(makeStore));
    describe('purging', () => purgeContract(makeStore));
    describe('purging outcomes', () => outcomePurgeContract(makeStore));
    describe('purging what was removed', () => purgeRemovedContract(makeStore));
    describe('the log after a restore', () => restoreLogContract(makeStore));
    describe('retention', () => retentionContract(makeStore));
    describe('a deleted account', () => deletedAccountContract(makeStore));
    describe('parents', () => {
      sharedHouseholdContract(makeStore);
      inviteContract(makeStore);
      moveContract(makeStore);
      partContract(makeStore);
      lastParentContract(makeStore);
    });
    queueContract(makeStore);
  });
}

function queueContract(makeStore: () => Promise<Store>): void {
  describe('notices', () => noticeContract(makeStore));
  describe('notices of many households', () => fairnessContract(makeStore));
  describe('shared notices', () => sharingContract(makeStore));
  describe('sent notices', () => sentContract(makeStore));
  describe('notices about the same tap', () => {
    replacingContract(makeStore);
    cancellingContract(makeStore);
  });
  describe('alerts', () => alertContract(makeStore));
  describe('followers', () => {
    followerContract(makeStore);
    goneFollowerContract(makeStore);
  });
}
