import type { Id } from '#domain/ids.ts';

/** Events of the security of accounts, for their owners to see. Each call is one transaction. */
export interface ActivityStore {
  /**
   * Adds entries. One under a key that the account has already adds its times to it; those of deleted accounts are dropped,
   * and of each account the latest `keep` remain.
   */
  addActivity(entries: readonly ActivityEntry[], keep: number): Promise<void>;
  /** Lists an account's entries that have not expired, newest first. */
  activityOf(uid: Id, now: string): Promise<ListedActivity[]>;
  /** Returns the installation's secret of that name; the first caller's `fresh` value becomes it. */
  secret(name: string, fresh: string): Promise<string>;
}

export interface ActivityEntry extends ListedActivity {
  uid: Id;
  key: string;
  expiresAt: string;
}

export interface ListedActivity {
  /** JSON that only the recorder of events understands. */
  body: string;
  /** The last time. */
  at: string;
  times: number;
}
