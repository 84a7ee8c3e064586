import type { Id } from '#domain/ids.ts';
import type { UnsentCommand } from './unsent-command.ts';

/** An account that is not signed in here, and whose unsent taps are on this device. It names nobody of its family. */
export interface HeldAccount {
  uid: Id;
  /** The household that the taps are of; undefined if only an older version knew. */
  household: Id | undefined;
  /** The account is in another household now: what waits can be saved or discarded, and never sent. */
  hasLeft: boolean;
  /** Its masked e-mail, if known. */
  name: string | undefined;
  /** The number of taps that are not sent, or were refused. */
  waiting: number;
  /** The first of them, by the device's clock in ms. */
  since: number;
}

export interface HeldAccountList {
  /** The same list until that changes, which notifies the subscribers of the client library. */
  readonly list: readonly HeldAccount[];
  /** Discards what this device holds of such an account. */
  discard(account: Pick<HeldAccount, 'uid' | 'household'>): Promise<void>;
  /**
   * Returns what waits of a household that the signed-in account has left, in the order it was tapped; of any other, nothing.
   * Rejects if storage fails.
   */
  unsentOf(account: HeldAccount): Promise<readonly UnsentCommand[]>;
}
