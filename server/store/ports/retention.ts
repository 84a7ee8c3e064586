import type { Profile } from '#domain/documents.ts';
import type { Id } from '#domain/ids.ts';

/** Deletes what is kept for a limited time, and finds the households whose visits may be kept too long. */
export interface RetentionStore {
  /** Returns the oldest visits of the next households, in the order of their ids. */
  oldestVisits(after: Id | undefined, limit: number): Promise<OldestVisit[]>;
  /** The same for one household; undefined if it does not exist. */
  oldestVisit(household: Id): Promise<OldestVisit | undefined>;
  /**
   * Deletes old tombstones and outcomes, and the sent notices as old as the outcomes, of the next households in the order of
   * their ids. Returns the last of these households, or null if none follows.
   */
  purgeTombstones(after: Id | undefined, before: PurgeBefore, limit: number): Promise<Id | null>;
  /**
   * Deletes the next rows below removed children, and of deleted households: some at a time, in the order of no family. They
   * are in no page any more. Returns true until nothing is left.
   */
  purgeRemoved(): Promise<boolean>;
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

/** Records made before these times may be purged. Outcomes must outlive the time for which a phone resends a tap. */
export interface PurgeBefore {
  tombstones: string;
  outcomes: string;
}
