import type { Id } from '#domain/ids.ts';
import type { Account } from '#domain/protocol/calls.ts';

export interface ActivityEntry extends ListedActivity {
  uid: Id;
  key: string;
  expiresAt: string;
}

export interface ListedActivity {
  /** JSON that only the recorder of events understands. */
  body: string;
  at: string;
  times: number;
}

/** `burst` attempts at once, then one after each interval. */
export interface RateLimit {
  burst: number;
  interval: number;
}

/** The hash of the secret, which must be valid at `now`. */
export interface Invitation {
  hash: string;
  now: string;
}

export interface NewAccount extends Account {
  emailKey: string;
  /** Null if an external identity signs in instead. */
  passwordHash: string | null;
  createdAt: string;
  /** Proved by a mail that reached the parent. */
  emailVerifiedAt?: string;
}

export interface StoredAccount extends Account {
  emailKey: string;
  passwordHash: string | null;
  emailVerifiedAt: string | null;
  passkeyRequiredAt: string | null;
}

export interface NewPassword {
  passwordHash: string;
  revokes: readonly OneTimeTokenKind[];
  keepsFormer?: FormerPassword;
}

/** A 'former-password' token, whose body is `{ passwordHash }`. */
interface FormerPassword {
  hash: string;
  expiresAt: string;
  now: string;
  /** Bound per account; the first ones stay, so that no later password pushes one out. */
  most: number;
}

export interface VerifiedEmail {
  email: string;
  emailKey: string;
  verifiedAt: string;
}

/** Absent fields change nothing. */
export interface AccountChange {
  /** Ends all sessions. */
  password?: NewPassword;
  emailVerifiedAt?: string;
  /** Lifts the passkey requirement. */
  withoutPasskey?: boolean;
  removes?: RemovedCredentials;
  /** Besides those of the password. */
  revokes?: readonly OneTimeTokenKind[];
  /** Those that expire at this time or later. */
  revokesLater?: { kind: OneTimeTokenKind; expiresAt: string };
}

interface RemovedCredentials {
  kinds: readonly CredentialKind[];
  except?: readonly string[];
}

export interface Redeemed {
  account: StoredAccount;
  /** Hashes of the ended sessions. */
  ended: string[];
}

/** 'provider': an account at an external service. */
export type CredentialKind = 'passkey' | 'provider' | 'recovery-code';

export interface CredentialName {
  kind: CredentialKind;
  /** Unique within its kind: a passkey's id, a provider's name and subject, a code's hash. */
  key: string;
}

export interface Credential extends CredentialName {
  uid: Id;
  /** JSON that only the code of its kind understands. */
  body: string;
  createdAt: string;
}

/**
 * 'known-device': trusted browser; 'registration': submitted form; 'second-step': second factor;
 * 'former-password': replaced hash; 'invitation': new account; 'parent-invite': into its account's household.
 */
export type OneTimeTokenKind =
  | 'recovery'
  | 'verify-email'
  | 'change-email'
  | 'undo-email'
  | 'former-password'
  | 'second-step'
  | 'provider'
  | 'passkey-challenge'
  | 'known-device'
  | 'registration'
  | 'invitation'
  | 'parent-invite'
  | EndedSessionKind;

/**
 * Remembered for 180 days after it would have expired. 'session-ended': on purpose, elsewhere.
 * 'session-over': expired, or replaced by another account's sign-in. 'account-gone': names no account.
 */
export const ENDED_SESSION_KINDS = ['session-ended', 'session-over', 'account-gone'] as const;
export type EndedSessionKind = (typeof ENDED_SESSION_KINDS)[number];
