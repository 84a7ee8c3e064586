import type { Id } from '#domain/ids.ts';

/** An account that is not signed in here, and whose unsent taps are on this device. It names nobody of its family. */
export interface HeldAccount {
  uid: Id;
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
  discard(uid: Id): Promise<void>;
}
