import type { Alert } from '#domain/alerts.ts';
import type { Notice, ReadSet, StoredVisit } from '#domain/command.ts';
import type { Document } from '#domain/documents.ts';
import type { DocumentSource } from '#domain/draft.ts';
import type { HouseholdSizes } from '#domain/household-sizes.ts';
import type { Id } from '#domain/ids.ts';
import type { Path } from '#domain/paths.ts';
import type { HistoryMark, Outcome } from '#domain/protocol/sync.ts';
import type { AccountChange, Redeemed, StoredAccount, VerifiedEmail } from './accounts.ts';
import type { OneTimeTokenStore } from './one-time-tokens.ts';
import type { LogRow, LogWrite } from './retention.ts';

/** Writes a household's documents. */
export interface HouseholdStore {
  /**
   * Runs `work` in one transaction on a locked household; resolves when it is durable. `work` may await the transaction's
   * own calls and nothing else. If it throws, everything is rolled back and the caller gets the error. Rejects with
   * NoSuchHousehold.
   */
  transact<T>(household: Id, work: (transaction: Transaction) => Promise<T>): Promise<T>;
}

/** One locked household; `begin` and `load` may be called at once. Others see nothing of its changes before `transact` resolves. */
export interface Transaction {
  /** Reads the household's version and sizes, the device's last sequence (0: none) and the outcomes of those ops that are known. */
  begin(device: Id, ops: readonly Id[]): Promise<SyncState>;
  /** Loads the documents that several commands read, in one query for each kind. */
  load(reads: readonly ReadSet[]): Promise<DocumentSource>;
  /** Returns what is kept since a restore: all of it, or that of some children. */
  restoreLog(children?: readonly Id[]): Promise<LogRow[]>;
  /** Returns the closed visits that began before a time, earliest first, after a mark. */
  closedBefore(start: string, after: HistoryMark | undefined, limit: number): Promise<StoredVisit[]>;
  /**
   * Changes the e-mail of an account of the household; after 'email-taken' the transaction has to throw. Taken is also
   * what an 'undo-email' token still restores to another account. 'elsewhere': it moved to another household meanwhile.
   */
  setEmail(uid: Id, email: VerifiedEmail, now: string): Promise<'set' | 'email-taken' | 'elsewhere'>;
  /** Changes an account; `decide` gets it locked, and may throw. Returns undefined if it does not exist. */
  changeAccount(uid: Id, decide: (account: StoredAccount) => AccountChange): Promise<Redeemed | undefined>;
  consumeOneTimeToken: OneTimeTokenStore['consumeOneTimeToken'];
  putOneTimeToken: OneTimeTokenStore['putOneTimeToken'];
  save(batch: Batch): Promise<void>;
}

export interface SyncState {
  version: number;
  lastSequence: number;
  outcomes: ReadonlyMap<Id, Outcome>;
  sizes: HouseholdSizes;
}

/** All that one request writes. */
export interface Batch {
  version: number;
  /** Of a phone, or SERVER_DEVICE. */
  device: Id;
  lastSequence: number;
  /** Without a document the path and all below it are removed, and a tombstone remains. */
  documents: readonly { path: Path; version: number; document?: Document }[];
  outcomes: readonly { outcome: Outcome; sequence: number }[];
  notices: readonly { notice: Notice; dueAt: string }[];
  /** Alerts to the family's own devices; nearly always absent. */
  alerts?: readonly Alert[];
  recordedAt: string;
  /** Rows for phones that return after a restore. */
  log?: readonly LogWrite[];
  /** The household's sizes after it; absent if they stay. */
  sizes?: HouseholdSizes;
}
