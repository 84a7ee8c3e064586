import type { Id } from '#domain/ids.ts';
import type { Change, HistoryMark } from '#domain/protocol/sync.ts';
import type { Restored } from './retention.ts';

/**
 * Reads a household's documents: the changes since a version, or a snapshot. Sees nothing but what is committed. A page has
 * at most `limit` documents, and ends with the one that brings it to PAGE_LENGTH.
 */
export interface FeedStore {
  /** Returns the epoch: the id of the history that versions belong to, another one once a backup was restored. */
  epoch(): Id;
  /** Returns the latest restore, of however long ago; undefined if there was none. */
  restored(): Restored | undefined;
  /**
   * Returns the documents changed after a version, oldest change first, never splitting a version.
   * After the last page the cursor is the household's version: one below `after` means that a backup was restored.
   */
  changes(household: Id, after: number, limit: number): Promise<FeedPage>;
  /** Returns the present versions of those households that exist. */
  versions(households: readonly Id[]): Promise<Map<Id, number>>;
  /**
   * Returns all documents but the closed visits, from the previous page's mark on, and the version at which they stand: a
   * phone that takes the version of the first page hears by the feed what changed between them. A mark fits this store alone.
   */
  people(household: Id, after: string | undefined, limit: number): Promise<PeoplePage>;
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

export interface PeoplePage {
  changes: Change[];
  cursor: number;
  /** The mark of the next page; null after the last. */
  next: string | null;
}

export interface FeedPage {
  changes: Change[];
  cursor: number;
  more: boolean;
  /** Tombstones newer than the cursor were purged: only a snapshot tells what remains. */
  cursorExpired?: true;
}
