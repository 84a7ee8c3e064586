import type { Id } from '#domain/ids.ts';
import type { Change, HistoryMark } from '#domain/protocol/sync.ts';

/** Reads a household's documents: the changes since a version, or a snapshot. Sees nothing but what is committed. */
export interface FeedStore {
  /**
   * Returns the documents changed after a version, oldest change first; about `limit` at most, never splitting a version.
   * After the last page the cursor is the household's version: one below `after` means that a backup was restored.
   */
  changes(household: Id, after: number, limit: number): Promise<FeedPage>;
  /** Returns the present versions of those households that exist. */
  versions(households: readonly Id[]): Promise<Map<Id, number>>;
  /** Returns all documents but the closed visits, and the version at which they stand. */
  people(household: Id): Promise<{ changes: Change[]; cursor: number }>;
  /** Returns closed visits, newest first, from the previous page's mark on; `next` is null on the last page. */
  visits(
    household: Id,
    before: HistoryMark | undefined,
    limit: number,
  ): Promise<{ changes: Change[]; next: HistoryMark | null }>;
  /**
   * Calls the listener soon after a household changed, also if another process on the same database changed it. Returns
   * the function that unsubscribes. Only a hint: it may come late, twice or never, so a listener polls `versions` too.
   */
  onChange(listener: (household: Id) => void): () => void;
}

export interface FeedPage {
  changes: Change[];
  cursor: number;
  more: boolean;
  /** Tombstones newer than the cursor were purged: only a snapshot tells what remains. */
  cursorExpired?: true;
}
