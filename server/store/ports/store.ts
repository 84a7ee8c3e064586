import type { accountChangeCalls } from '../auth/account-changes.ts';
import type { accountCalls } from '../auth/accounts.ts';
import type { ActivityStore } from '../auth/activity.ts';
import type { attemptCalls } from '../auth/attempts.ts';
import type { CredentialStore } from '../auth/credentials.ts';
import type { OneTimeTokenStore } from '../auth/one-time-tokens.ts';
import type { ParentStore } from '../auth/parents.ts';
import type { registerAndDeleteCalls } from '../auth/register-and-delete.ts';
import type { SessionStore } from '../auth/sessions.ts';
import type { FeedStore } from '../households/feed.ts';
import type { NoticeQueue } from '../households/notice-queue.ts';
import type { AlertStore } from '../sharing/alerts.ts';
import type { followerCalls } from '../sharing/followers.ts';
import type { LinkStore } from '../sharing/links.ts';
import type { pushDeviceCalls } from '../sharing/push-devices.ts';
import type { HouseholdStore } from './households.ts';
import type { RetentionStore } from './retention.ts';

/** For the operator; a warning may need an action. */
export type ReportMigration = (figures: Record<string, number>, text: string, isWarning?: true) => void;

export type { ActivityStore } from '../auth/activity.ts';
export type { CredentialStore, SignInMethods } from '../auth/credentials.ts';
export type { ListedOneTimeToken, OneTimeToken, OneTimeTokenStore } from '../auth/one-time-tokens.ts';
export type { StoredParent } from '../auth/parents.ts';
export type { FoundSession, PresentedCredential } from '../auth/sessions.ts';
export type { FeedStore } from '../households/feed.ts';
export type { QueuedNotice } from '../households/notice-queue.ts';
export type { AlertContext, NotifiedDevice, TakenAlert } from '../sharing/alerts.ts';
export type { FollowedRow, FollowerRow, FollowRow } from '../sharing/followers.ts';
export type { Linked, LinkStore } from '../sharing/links.ts';
export type { PushSubscription } from '../sharing/push-devices.ts';
export type {
  AccountChange,
  ActivityEntry,
  Credential,
  CredentialKind,
  CredentialName,
  Invitation,
  ListedActivity,
  NewPassword,
  OneTimeTokenKind,
  RateLimit,
  StoredAccount,
  VerifiedEmail,
} from './accounts.ts';
export type { Batch, HouseholdStore, SyncState, Transaction } from './households.ts';
export type { LogRow, LogWrite, OldestVisit, Restored } from './retention.ts';

/** The server as a device; not an id, so that no phone can claim it. */
export const SERVER_DEVICE = 'server';

/**
 * Times are ISO, secrets are hashes. Any call but `close` may reject with StoreUnavailable: nothing was
 * saved, or all, if a connection broke at its very end. Sync ops are safe to resend.
 */
export interface Store
  extends SignInStore,
    HouseholdStore,
    FeedStore,
    NoticeQueue,
    AlertStore,
    ReturnType<typeof pushDeviceCalls>,
    LinkStore,
    ReturnType<typeof followerCalls>,
    RetentionStore {
  schema(): number;
  countHouseholds(): Promise<number>;
  check(): Promise<void>;
  /** Completes earlier calls first. */
  close(): Promise<void>;
}

interface SignInStore
  extends ReturnType<typeof accountCalls>,
    ReturnType<typeof registerAndDeleteCalls>,
    ReturnType<typeof accountChangeCalls>,
    SessionStore,
    OneTimeTokenStore,
    CredentialStore,
    ReturnType<typeof attemptCalls>,
    ActivityStore,
    ParentStore {}

/** For commands beside a running server. */
export interface AdminStore
  extends SignInStore,
    Pick<FeedStore, 'people' | 'visits'>,
    Pick<NoticeQueue, 'waitingNotices'>,
    Pick<ReturnType<typeof followerCalls>, 'followsOf' | 'followersOf'>,
    Pick<LinkStore, 'refusedNumbers' | 'refuseNumber' | 'allowNumber'>,
    Pick<RetentionStore, 'purgeRemoved' | 'truncateLog'> {
  /** A new epoch begins at the next start, for restores that the store cannot notice. */
  markRestored(): Promise<void>;
  /** Takes a `newPushKey`, and removes devices that subscribed with the previous one. */
  renewPushKey(value: string): Promise<void>;
  close(): Promise<void>;
}

/** The caller may retry. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}

export class NoSuchHousehold extends Error {
  override readonly name = 'NoSuchHousehold';
}

/** The message is a sentence for the operator. */
export class CannotOpenStore extends Error {
  override readonly name = 'CannotOpenStore';
}
