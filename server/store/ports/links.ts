import type { Child, Friend, Guest, Profile, Visit } from '#domain/documents.ts';
import type { Id } from '#domain/ids.ts';
import type { Path, VisitorRef } from '#domain/paths.ts';
import type { RetentionDays } from '#domain/visits/retention.ts';

/**
 * Leads from the hash of a link to its visit, whose document says if the link still shows anything. Saving a visit adds the
 * rows of its links; a hash that has a row keeps it, and the row stays when the link is over: no hash is given twice. Each call is
 * one transaction.
 */
export interface LinkStore {
  /** Finds the visit of a link in one query that waits for no lock; undefined if the visit is gone or has no such link. */
  linked(hash: string): Promise<Linked | undefined>;
  /** Lists links made before a time (ISO), oldest first, also of deleted visits; skips the households in `except`. */
  linksMadeBefore(time: string, limit: number, except?: readonly Id[]): Promise<LinkRow[]>;
  /** Clears household, path and time of these rows. Their hashes stay; documents are not changed. */
  forgetLinks(hashes: readonly string[]): Promise<void>;
  /** Lists the keys of the numbers to which whoever hosts refuses links: keyed hashes of them. */
  refusedNumbers(): Promise<string[]>;
  refuseNumber(key: string): Promise<void>;
  allowNumber(key: string): Promise<void>;
}

export interface LinkRow {
  hash: string;
  household: Id;
  path: Path<'visit'>;
}

/** A visit as the holder of a link to it may see parts of it. */
export interface Linked {
  household: Id;
  path: Path<'visit'>;
  visit: Visit;
  ref: VisitorRef;
  visitor: Friend | Guest;
  child: Child;
  /** The days that the family keeps past visits, null for ever. */
  keepVisits: RetentionDays;
  /** The profiles of the family's parents, by path. */
  profiles: Readonly<Partial<Record<string, Profile>>>;
}
