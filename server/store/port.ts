import type { Notice, ReadSet, StoredVisit } from '#domain/command.ts';
import type { Document, Profile } from '#domain/documents.ts';
import type { DocumentSource } from '#domain/draft.ts';
import type { Id } from '#domain/ids.ts';
import type { Path } from '#domain/paths.ts';
import type { Change, HistoryMark, Outcome } from '#domain/protocol/sync.ts';
import type { SignInStore, VerifiedEmail } from './sign-in-port.ts';

/**
 * Everything the server asks of a database. Times are ISO strings, ids and paths as in the rulebook, tokens only as
 * hashes. Every call but `close` may reject with StoreUnavailable: then nothing of it was kept, or, where a connection
 * broke at its very end, all of it; the same op sent again tells.
 */
export interface Store extends SignInStore {
  /**
   * Runs `work` alone on one household, in one transaction; resolves after it is durable. `work` may await the
   * transaction's own calls and nothing else. A throw of `work` undoes all that it wrote and reaches the caller.
   */
  transact<T>(household: Id, work: (transaction: Transaction) => Promise<T>): Promise<T>;

  /**
   * The documents changed after a version, oldest change first; at most about `limit`, never splitting a version.
   * After the last page the cursor is the household's version: one below `after` tells of a restored backup.
   */
  changes(household: Id, after: number, limit: number): Promise<FeedPage>;
  /** The present versions of those households that exist. */
  versions(households: readonly Id[]): Promise<Map<Id, number>>;
  /** All but the closed visits, and the version at which they stand. */
  people(household: Id): Promise<{ changes: Change[]; cursor: number }>;
  /** Closed visits from the newest on, or from the mark of the page before; `next` is null after the last. */
  visits(
    household: Id,
    before: HistoryMark | undefined,
    limit: number,
  ): Promise<{ changes: Change[]; next: HistoryMark | null }>;

  /**
   * Takes the notices whose time has come, oldest first: nobody else gets them before `until`, and an undo counts
   * them as gone out. At most one of a tap is out at a time.
   */
  takeNotices(now: string, until: string, limit: number): Promise<QueuedNotice[]>;
  /** Whether a taken notice is still to be handed over: its account may have been deleted meanwhile. */
  noticeStands(id: NoticeId): Promise<boolean>;
  /** A household's notices that have not gone out, in the order in which they fall due. */
  waitingNotices(household: Id): Promise<WaitingNotice[]>;
  settleNotice(id: NoticeId, result: NoticeResult): Promise<void>;

  /** The next households in the order of their ids, with what tells whether visits of theirs are kept too long. */
  households(after: Id | undefined, limit: number): Promise<HouseholdAge[]>;
  /** The same of one household; undefined where there is none. */
  household(id: Id): Promise<HouseholdAge | undefined>;
  /**
   * Forgets the removals and the outcomes that were recorded before these times, the latter with the notices that had gone
   * out by then, in so many households after one in the
   * order of their ids. Out: the last of them, or null where no household follows.
   */
  forget(after: Id | undefined, before: Forgettable, limit: number): Promise<Id | null>;
  /** Overwrites what was deleted in the store's own files, where it has files of its own and they are not too large. */
  scrub(): Promise<void>;

  /**
   * Calls the listener soon after a household changed, also where another process on the same database changed it.
   * A hint and no more: it may come late, twice or never, so whoever needs to know asks the feed now and then too.
   * Out: how to stop.
   */
  onChange(listener: (household: Id) => void): () => void;

  /** Resolves when the store can read and write. */
  check(): Promise<void>;
  /** Answers what was asked for before, then lets go of the data. */
  close(): Promise<void>;
}

/** One household, locked. Nothing of it is seen by others before `transact` resolves. */
export interface Transaction {
  /** The household's version, the device's last sequence (0: none) and the outcomes of those ops that are known. */
  begin(device: Id, ops: readonly Id[]): Promise<Standing>;
  /** Loads what several commands read, in one query a kind of thing. */
  load(reads: readonly ReadSet[]): Promise<DocumentSource>;
  /** The closed visits that began before a time, earliest first, from behind a mark on; at most so many. */
  closedBefore(start: string, after: HistoryMark | undefined, limit: number): Promise<StoredVisit[]>;
  /** Gives an account of the household another e-mail; after 'email-taken' nothing more may be asked of it. */
  setEmail(uid: Id, email: VerifiedEmail): Promise<'set' | 'email-taken'>;
  takeTicket: SignInStore['takeTicket'];
  save(batch: Batch): Promise<void>;
}

export interface Standing {
  version: number;
  lastSequence: number;
  outcomes: ReadonlyMap<Id, Outcome>;
}

/** All that one request writes. */
export interface Batch {
  version: number;
  device: Id;
  lastSequence: number;
  /** Without a document the path and all below it go, and a tombstone stays. */
  documents: readonly { path: Path; version: number; document?: Document }[];
  outcomes: readonly { outcome: Outcome; sequence: number }[];
  notices: readonly { notice: Notice; dueAt: string }[];
  recordedAt: string;
}

export interface FeedPage {
  changes: Change[];
  cursor: number;
  more: boolean;
  /** Something that was removed after that version has been forgotten: only a snapshot tells what is left. */
  forgotten?: true;
}

export interface HouseholdAge {
  id: Id;
  profiles: Profile[];
  /** When its earliest closed visit began; null where it has none. */
  oldest: string | null;
}

/** Times before which things may be forgotten. Outcomes have to be known for longer than a phone sends a tap again. */
export interface Forgettable {
  removals: string;
  outcomes: string;
}

/** Names a queued notice to the store that handed it out; each store spells its own. */
export type NoticeId = number | string;

export interface QueuedNotice {
  id: NoticeId;
  notice: Notice;
  /** An earlier notice about the same tap went out already: this one corrects it. */
  isCorrection: boolean;
  /** How often it was taken, this time included. */
  attempts: number;
}

export interface WaitingNotice {
  notice: Notice;
  dueAt: string;
}

/** How handing over a taken notice ended; 'dropped' after the last attempt. The words of a settled notice are erased. */
export type NoticeResult = { sentAt: string } | { retryAt: string } | 'dropped';

/** The database could not take or answer a call just now; the caller may try again later. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}

/** A transaction asked for a household that does not exist, or exists no longer. */
export class NoSuchHousehold extends Error {
  override readonly name = 'NoSuchHousehold';
}

/** The data cannot be opened at all; the message is a sentence for whoever starts the server. */
export class CannotOpenStore extends Error {
  override readonly name = 'CannotOpenStore';
}
