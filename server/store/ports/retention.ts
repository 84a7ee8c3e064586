import type { Profile } from '#domain/documents.ts';
import type { Id } from '#domain/ids.ts';

/**
 * A row that is kept about a child for 14 days after a restore (decision 0046). Keys begin with `b` for a document before its first
 * write since, with `o` for an op and with `s` for a write of the server itself; bodies are JSON (server/sync/restore-log.ts).
 */
export interface LogRow {
  child: Id;
  key: string;
  body: string;
}

/** `isFirst`: a row that is there stays. Without a body the row goes, without a key all rows of the child. */
export interface LogWrite {
  child: Id;
  key?: string;
  body?: string;
  isFirst?: true;
}

/** The latest restore, in ms since 1970; `from`: the last change that the backup held, if it is known. */
export interface Restored {
  at: number;
  from?: number;
}

/** Deletes what is kept for a limited time, and finds the households whose visits may be kept too long. */
export interface RetentionStore {
  /** Returns the oldest visits of the next households, in the order of their ids. */
  oldestVisits(after: Id | undefined, limit: number): Promise<OldestVisit[]>;
  /** The same for one household; undefined if it does not exist. */
  oldestVisit(household: Id): Promise<OldestVisit | undefined>;
  /**
   * Deletes the tombstones from before an ISO time of the next households in the order of their ids. Returns the last of
   * these households, or null if none follows.
   */
  purgeTombstones(after: Id | undefined, before: string, limit: number): Promise<Id | null>;
  /**
   * Deletes the outcomes from before an ISO time, and what is known of the notices sent as long ago, some at a time. Returns the
   * mark after which the next step goes on, or null after the last one. Outcomes must outlive the time for which a phone
   * resends a tap.
   */
  purgeOutcomes(after: Id | undefined, before: string): Promise<Id | null>;
  /**
   * Deletes the next rows below removed children, and of deleted households: some at a time, in the order of no family. They
   * are in no page any more. Returns true until nothing is left.
   */
  purgeRemoved(): Promise<boolean>;
  /** Deletes the next rows of what is kept since a restore, some at a time. Returns true until nothing is left. */
  purgeRestoreLog(): Promise<boolean>;
  /** Deletes sessions, one-time tokens, activity and rate limits that expired before `now`. */
  purgeExpired(now: string): Promise<void>;
  /** Overwrites deleted data in the store's own files, if it has files of its own that are not too large. */
  scrub(): Promise<void>;
  /** Empties the store's own log, if it has one. Returns false if somebody is reading it: try again later. */
  truncateLog(): Promise<boolean>;
}

export interface OldestVisit {
  household: Id;
  profiles: Profile[];
  /** The start of the household's earliest closed visit; null if it has none. */
  start: string | null;
}
