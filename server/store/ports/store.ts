import type { AccountStore, ActivityStore, AttemptStore } from './accounts.ts';
import type { AlertStore } from './alerts.ts';
import type { CredentialStore } from './credentials.ts';
import type { FeedStore } from './feed.ts';
import type { FollowerStore } from './followers.ts';
import type { HouseholdStore } from './households.ts';
import type { LinkStore } from './links.ts';
import type { NoticeQueue } from './notices.ts';
import type { OneTimeTokenStore } from './one-time-tokens.ts';
import type { ParentStore } from './parents.ts';
import type { RetentionStore } from './retention.ts';
import type { SessionStore } from './sessions.ts';

/** Tells the host of a migration: a sentence, and its figures. A warning is what the host may have to do something about. */
export type ReportMigration = (figures: Record<string, number>, text: string, isWarning?: true) => void;

export type {
  AccountChange,
  ActivityEntry,
  ActivityStore,
  Invitation,
  ListedActivity,
  NewAccount,
  NewPassword,
  RateLimit,
  StoredAccount,
  VerifiedEmail,
} from './accounts.ts';
export type { PushDevice, TakenAlert, Told, ToldDevice } from './alerts.ts';
export type {
  Credential,
  CredentialKind,
  CredentialName,
  CredentialStore,
  SignInMethods,
} from './credentials.ts';
export type { FeedStore } from './feed.ts';
export type { FollowedRow, FollowerRow, FollowRow, Question } from './followers.ts';
export type { Batch, HouseholdStore, SyncState, Transaction } from './households.ts';
export type { Linked, LinkStore } from './links.ts';
export type { QueuedNotice, WaitingNotice } from './notices.ts';
export type {
  ListedOneTimeToken,
  OneTimeToken,
  OneTimeTokenKind,
  OneTimeTokenStore,
} from './one-time-tokens.ts';
export type { StoredParent } from './parents.ts';
export type { LogRow, LogWrite, OldestVisit, Restored } from './retention.ts';
export type { FoundSession, NewSession, PresentedCredential } from './sessions.ts';

/** The server's name as a device of every household; it is no id, so that no phone can claim it. */
export const SERVER_DEVICE = 'server';

/**
 * Everything the server asks of a database, in the interfaces of `ports/`; whoever needs only some of the calls takes the
 * narrowest of them. Times are ISO strings, ids and paths as in the rulebook, secrets only as hashes.
 *
 * Every call but `close` may reject with StoreUnavailable: then nothing of it was kept, or, if a connection broke at its
 * very end, all of it. A sync op is safe to resend.
 */
export interface Store
  extends SignInStore,
    HouseholdStore,
    FeedStore,
    NoticeQueue,
    AlertStore,
    LinkStore,
    FollowerStore,
    RetentionStore {
  /** Returns the schema of the data. */
  schema(): number;
  countHouseholds(): Promise<number>;
  /** Resolves when the store can read and write. */
  check(): Promise<void>;
  /** Completes the calls made before, then releases the data. */
  close(): Promise<void>;
}

/** The part of a store that sign-in uses. */
export interface SignInStore
  extends AccountStore,
    SessionStore,
    OneTimeTokenStore,
    CredentialStore,
    AttemptStore,
    ActivityStore,
    ParentStore {}

/** The calls that a command of the host makes while a server may be running on the same database. */
export interface HostStore
  extends SignInStore,
    Pick<FeedStore, 'people' | 'visits'>,
    Pick<NoticeQueue, 'waitingNotices'>,
    Pick<FollowerStore, 'followedBy' | 'followersOf'>,
    Pick<LinkStore, 'refusedNumbers' | 'refuseNumber' | 'allowNumber'>,
    Pick<RetentionStore, 'purgeRemoved' | 'truncateLog'> {
  /** Begins a new epoch at the next start, after a backup was restored in a way that the store cannot notice. */
  markRestored(): Promise<void>;
  /** Replaces the server's push key (`newPushKey`), and forgets the devices that subscribed with the former one. */
  renewPushKey(value: string): Promise<void>;
  close(): Promise<void>;
}

/** The database cannot take or answer a call just now; the caller may retry. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}

/** A transaction asked for a household that does not exist, or no longer does. */
export class NoSuchHousehold extends Error {
  override readonly name = 'NoSuchHousehold';
}

/** The data cannot be opened at all; the message is a sentence for the host who starts the server. */
export class CannotOpenStore extends Error {
  override readonly name = 'CannotOpenStore';
}
