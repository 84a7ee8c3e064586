import type { Profile } from '#domain/documents.ts';
import type { Id } from '#domain/ids.ts';
import type { Account } from '#domain/protocol/calls.ts';
import type { Credential, CredentialKind } from './credentials.ts';
import type { OneTimeTokenKind } from './one-time-tokens.ts';

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

/** Rate limits that survive a restart and are shared by all instances. */
export interface AttemptStore {
  /**
   * Counts an attempt against the limit under a key. `now` is in ms since 1970. Returns 0 if the attempt is allowed,
   * else the time in ms after which to retry; a refused attempt does not count.
   */
  attempt(key: string, now: number, limit: RateLimit): Promise<number>;
  /** Makes all attempts of a limit available again, as after the right password. */
  resetAttempts(key: string): Promise<void>;
}

/** A number of attempts at once, and one more after each interval. */
export interface RateLimit {
  burst: number;
  /** Milliseconds. */
  interval: number;
}

/** Accounts with their passwords, which come as hashes. Each call is one transaction, durable when it resolves. */
export interface AccountStore {
  /**
   * Writes account, household, profile and initial credentials, and uses the invitation up. Any result but 'registered'
   * leaves nothing behind; 'email-taken' also if an 'undo-email' token still restores the e-mail to another account.
   */
  register(
    account: NewAccount,
    profile: Profile,
    credentials?: readonly Credential[],
    invitation?: Invitation,
  ): Promise<'registered' | 'email-taken' | 'credential-taken' | 'invitation-used'>;
  /** Looks an account up by its emailKey. */
  accountByEmail(emailKey: string): Promise<StoredAccount | undefined>;
  accountByUid(uid: Id): Promise<StoredAccount | undefined>;
  /** The accounts whose household has several parents, one household after the other. */
  sharingAccounts(): Promise<StoredAccount[]>;
  /**
   * Sets the password, or removes it with null. With `former` it does so only if that hash is the present one ('' stands
   * for no password). Returns true if the password was set.
   */
  setPassword(uid: Id, passwordHash: string | null, former?: string): Promise<boolean>;
  /**
   * Replaces the password on behalf of a session and ends all other sessions. Returns the hashes of the ended sessions, or
   * undefined without any change if the session itself has ended.
   */
  changePassword(uid: Id, session: string, password: NewPassword): Promise<string[] | undefined>;
  /**
   * Uses up an account's token and changes the account, atomically. `decide` gets the locked account; if it throws, the
   * token stays. Returns undefined if there is no such token any more.
   */
  redeemOneTimeToken(
    kind: OneTimeTokenKind,
    hash: string,
    now: string,
    decide: (account: StoredAccount) => AccountChange,
  ): Promise<Redeemed | undefined>;
  /** Marks an e-mail address as verified; does nothing if the account has another address by now. */
  verifyEmail(uid: Id, emailKey: string, verifiedAt: string): Promise<void>;
  /**
   * Requires a passkey or a recovery code after every other sign-in method; null lifts the requirement. Returns false
   * without any change if the account has no passkey.
   */
  requirePasskey(uid: Id, since: string | null): Promise<boolean>;
  /**
   * Deletes the account with its sessions, tokens and credentials, and the household with its last account; a household that
   * others stay in loses the profile through the feed. Each session, also one that ended before, is remembered as
   * 'account-gone', without the account.
   */
  deleteAccount(uid: Id, now: string): Promise<void>;
}

/** The hash of an invitation's secret, and the time at which it must still hold. */
export interface Invitation {
  hash: string;
  now: string;
}

export interface NewAccount extends Account {
  emailKey: string;
  /** Null if the account starts without a password, from an external identity. */
  passwordHash: string | null;
  createdAt: string;
  /** The time at which a mail to the address proved to reach the parent. */
  emailVerifiedAt?: string;
}

export interface StoredAccount extends Account {
  emailKey: string;
  passwordHash: string | null;
  emailVerifiedAt: string | null;
  passkeyRequiredAt: string | null;
}

/** A password that replaces another, and the kinds of one-time tokens that it revokes. */
export interface NewPassword {
  passwordHash: string;
  revokes: readonly OneTimeTokenKind[];
  /** Keeps the hash of the password that it replaces, if there is one. */
  keepsFormer?: FormerPassword;
}

/** The 'former-password' token of a replaced password, whose body is `{ passwordHash }`. */
interface FormerPassword {
  hash: string;
  expiresAt: string;
  now: string;
  /** The most that an account has at once; the first ones stay, so that no later password pushes one out. */
  most: number;
}

export interface VerifiedEmail {
  email: string;
  emailKey: string;
  verifiedAt: string;
}

/** The changes that redeeming a token makes to an account. A field that is absent changes nothing. */
export interface AccountChange {
  /** A new password, which ends all sessions. */
  password?: NewPassword;
  emailVerifiedAt?: string;
  /** No passkey is required any more. */
  withoutPasskey?: boolean;
  removes?: RemovedCredentials;
  /** The kinds of one-time tokens that are revoked besides those of the password. */
  revokes?: readonly OneTimeTokenKind[];
  /** Revokes the tokens of a kind that expire at this time or later. */
  revokesLater?: { kind: OneTimeTokenKind; expiresAt: string };
}

/** The credentials of these kinds, but for some. */
interface RemovedCredentials {
  kinds: readonly CredentialKind[];
  /** The keys of those that stay. */
  except?: readonly string[];
}

export interface Redeemed {
  /** The account before the change. */
  account: StoredAccount;
  /** The hashes of the sessions that were ended. */
  ended: string[];
}
