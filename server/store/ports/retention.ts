import type { Profile } from '#domain/documents.ts';
import type { Id } from '#domain/ids.ts';

/**
 * Kept for 14 days after a restore (decision 0046). Key prefixes: `b` a document before its first write, `o`
 * an op, `s` a server's write; bodies: server/sync/after-restore/restore-log.ts.
 */
export interface LogRow {
  child: Id;
  key: string;
  body: string;
}

/** `isFirst`: an existing row stays. Without a body it is deleted, without a key all rows of the child. */
export interface LogWrite {
  child: Id;
  key?: string;
  body?: string;
  isFirst?: true;
}

/** Ms since 1970; `from`: the backup's last change, if known. */
export interface Restored {
  at: number;
  from?: number;
}

export interface RetentionStore {
  oldestVisits(after: Id | undefined, limit: number): Promise<OldestVisit[]>;
  oldestVisit(household: Id): Promise<OldestVisit | undefined>;
  /** `before`: ISO. Resolves to the last of the next households by id, or null at the end. */
  purgeTombstones(after: Id | undefined, before: string, limit: number): Promise<Id | null>;
  /**
   * `before`: ISO; outcomes must outlive the 90 days in which phones resend. Sent notices' marks are purged
   * too. Resolves to the next mark, or null.
   */
  purgeOutcomes(after: Id | undefined, before: string): Promise<Id | null>;
  /** Rows of removed children and deleted households, which no page shows. True until nothing is left. */
  purgeRemoved(): Promise<boolean>;
  /** True until nothing is left. */
  purgeRestoreLog(): Promise<boolean>;
  /** Purges sessions, one-time tokens, activity and rate limits. */
  purgeExpired(now: string): Promise<void>;
  /** Overwrites deleted data in the store's own files, unless they are too large. */
  scrub(): Promise<void>;
  /** Empties the store's own log, if any. False while somebody reads it: retry later. */
  truncateLog(): Promise<boolean>;
}

export interface OldestVisit {
  household: Id;
  profiles: Profile[];
  /** The earliest closed visit's; null without one. */
  start: string | null;
}
