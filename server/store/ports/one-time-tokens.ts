import type { Id } from '#domain/ids.ts';
import type { EndedSessionKind } from './sessions.ts';

/**
 * Secrets that work once, such as the link in a mail; also the cookie of a trusted browser. Only their hash is stored.
 * Expired tokens are never found. Each call is one transaction, durable when it resolves.
 */
export interface OneTimeTokenStore {
  /** Stores a token, unless its account was deleted. */
  putOneTimeToken(token: OneTimeToken): Promise<void>;
  /** Finds a token without using it up. */
  oneTimeToken(kind: OneTimeTokenKind, hash: string, now: string): Promise<FoundOneTimeToken | undefined>;
  /** Uses a token up: of several concurrent callers one gets it. */
  consumeOneTimeToken(
    kind: OneTimeTokenKind,
    hash: string,
    now: string,
  ): Promise<FoundOneTimeToken | undefined>;
  /** Lists the tokens of these kinds that an account has, latest expiry first. */
  oneTimeTokensOf(uid: Id, kinds: readonly OneTimeTokenKind[], now: string): Promise<ListedOneTimeToken[]>;
  /** Deletes all tokens of these kinds that an account has. */
  revokeOneTimeTokens(uid: Id, kinds: readonly OneTimeTokenKind[]): Promise<void>;
}

/**
 * The purposes of a token, as stored. 'known-device' marks a trusted browser, 'registration' a form that registered,
 * 'second-step' a pending second factor; 'former-password' keeps a replaced password, and its secret is known to nobody.
 * 'invitation' opens an account; 'parent-invite' leads another parent into the household of its account.
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

export interface OneTimeToken {
  kind: OneTimeTokenKind;
  hash: string;
  /** The account that it belongs to and is deleted with; null if none is known yet. */
  uid: Id | null;
  /** JSON that only the code of its kind understands. */
  body: string;
  expiresAt: string;
}

export type FoundOneTimeToken = Pick<OneTimeToken, 'uid' | 'body' | 'expiresAt'>;

export type ListedOneTimeToken = Pick<OneTimeToken, 'kind' | 'body' | 'expiresAt'>;
