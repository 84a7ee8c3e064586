import type { Notice } from '#domain/command.ts';
import type { Id } from '#domain/ids.ts';

/** So many due notices, the oldest, are shared out at once: the work of a turn is bounded, and a household queues fewer. */
export const DUE_LOOKED_AT = 1000;

/** The notices to other families, delivered at least once. They are queued by saving a batch. */
export interface NoticeQueue {
  /**
   * Takes due notices round-robin over households, of each the oldest first, under a lease: nobody else gets them before `until`, and an undo counts them as
   * sent. At most one notice about a tap is out at a time.
   */
  takeNotices(now: string, until: string, limit: number): Promise<QueuedNotice[]>;
  /** Returns true if a taken notice is still to be sent: its account may have been deleted meanwhile. */
  isNoticePending(id: NoticeId): Promise<boolean>;
  /** Lists a household's unsent notices in the order in which they are due. */
  waitingNotices(household: Id): Promise<WaitingNotice[]>;
  /** Returns the time at which the earliest unsent notice is due; undefined if there is none. */
  earliestNotice(): Promise<string | undefined>;
  settleNotice(id: NoticeId, result: NoticeResult): Promise<void>;
}

/** Names a queued notice to the store that handed it out; each adapter has its own format. */
export type NoticeId = number | string;

export interface QueuedNotice {
  id: NoticeId;
  household: Id;
  notice: Notice;
  /** An earlier notice about the same tap was sent already: this one corrects it. */
  isCorrection: boolean;
  /** The number of times that it was taken, this one included. */
  attempts: number;
}

export interface WaitingNotice {
  notice: Notice;
  dueAt: string;
}

/** The result of sending a taken notice; 'dropped' after the last attempt. Settling erases the words of a sent notice. */
export type NoticeResult = { sentAt: string } | { retryAt: string } | 'dropped';
