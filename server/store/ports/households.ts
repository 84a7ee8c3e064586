import type { Alert } from '#domain/alerts.ts';
import type { Notice, ReadSet, StoredVisit } from '#domain/command.ts';
import type { Document } from '#domain/documents.ts';
import type { DocumentSource } from '#domain/draft.ts';
import type { HouseholdSizes } from '#domain/household-sizes.ts';
import type { Id } from '#domain/ids.ts';
import type { Path } from '#domain/paths.ts';
import type { HistoryMark, Outcome } from '#domain/protocol/sync.ts';
import type { OneTimeTokenStore } from '../auth/one-time-tokens.ts';
import type { AccountChange, Redeemed, StoredAccount, VerifiedEmail } from './accounts.ts';
import type { LogRow, LogWrite } from './retention.ts';

export interface HouseholdStore {
  /**
   * Resolves when durable. `work` may await only the transaction's own calls; if it throws, everything is
   * rolled back. Rejects with NoSuchHousehold.
   */
  transact<T>(household: Id, work: (transaction: Transaction) => Promise<T>): Promise<T>;
}

/** `begin` and `load` may run concurrently; changes are invisible before `transact` resolves. */
export interface Transaction {
  /** `lastSequence`: 0 for an unknown device. */
  begin(device: Id, ops: readonly Id[]): Promise<SyncState>;
  /** One query for each kind. */
  load(reads: readonly ReadSet[]): Promise<DocumentSource>;
  restoreLog(children?: readonly Id[]): Promise<LogRow[]>;
  /** Earliest first. */
  closedBefore(start: string, after: HistoryMark | undefined, limit: number): Promise<StoredVisit[]>;
  /** Throw after 'email-taken', which is as in `register`. 'elsewhere': the account has moved. */
  setEmail(uid: Id, email: VerifiedEmail, now: string): Promise<'set' | 'email-taken' | 'elsewhere'>;
  /** `decide` gets the locked account, and may throw. */
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

export interface Batch {
  version: number;
  /** A phone, or SERVER_DEVICE. */
  device: Id;
  lastSequence: number;
  /** Without a document, path and all below are removed, and a tombstone remains. */
  documents: readonly { path: Path; version: number; document?: Document }[];
  outcomes: readonly { outcome: Outcome; sequence: number }[];
  notices: readonly { notice: Notice; dueAt: string }[];
  /** Nearly always absent. */
  alerts?: readonly Alert[];
  recordedAt: string;
  /** For phones that return after a restore. */
  log?: readonly LogWrite[];
  /** Absent if unchanged. */
  sizes?: HouseholdSizes;
}
