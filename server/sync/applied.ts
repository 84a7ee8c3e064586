import type { Change, Outcome } from '#domain/protocol/sync.ts';
import type { SyncState } from '../store/ports/store.ts';
import type { BatchRules } from './ledger.ts';
import type { OpSender } from './prepare-op.ts';

/** The sender of the ops and the server's context for the rules. Times in ms. */
export interface Sender extends BatchRules, OpSender {
  /** Called when a rule crashed. */
  onCrash: (error: unknown, command: string) => void;
  /** A backup was restored lately: ops are kept, and those from before it find their place among them (decision 0046). */
  keepsLog: boolean;
}

export interface Applied {
  outcomes: Outcome[];
  /** Those of them that earlier requests had. */
  known: SyncState['outcomes'];
  hasNotices: boolean;
  /** The notices that a cap kept from being sent. */
  withheld: number;
  /**
   * Everything that changed in the household after the version `since`; undefined if nothing was saved. Without `changes`
   * others changed it too, and the feed tells.
   */
  saved: { since: number; changes: Change[] | undefined; cursor: number } | undefined;
}
