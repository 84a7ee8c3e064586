import type { Id } from '#domain/ids.ts';
import type { Account } from '#domain/protocol/calls.ts';
import type { CredentialName } from './credentials.ts';

/** Sessions, known by the hash of their token alone. Each call is one transaction, durable when it resolves. */
export interface SessionStore {
  /**
   * Starts a session. Returns false without any change if the account was deleted or the presented credential no longer
   * opens it. Serialized with changes of the account: a change of credentials that then ends all sessions misses none.
   */
  openSession(session: NewSession, presented?: PresentedCredential): Promise<boolean>;
  /** Returns the account behind a session token's hash, unless the session ended or expired before `now`. */
  session(tokenHash: string, now: string): Promise<FoundSession | undefined>;
  /** Finds those of the given hashes whose session has neither ended nor expired before `now`, with the account's household. */
  activeSessions(tokenHashes: readonly string[], now: string): Promise<Map<string, Id>>;
  /** Lists the active sessions of an account, last seen first. */
  sessionsOf(uid: Id, now: string): Promise<ListedSession[]>;
  /** Records that a session was seen, and its new expiry. */
  touchSession(tokenHash: string, seenAt: string, expiresAt: string): Promise<void>;
  /** Records a re-authentication: by password, passkey or provider. */
  reauthenticateSession(tokenHash: string, reauthenticatedAt: string): Promise<void>;
  /** Returns false if the account has no such session. */
  nameSession(uid: Id, id: Id, name: string): Promise<boolean>;
  /** Ends a session, of which nothing stays, or that it is over. */
  endSession(tokenHash: string, remembered?: 'session-over'): Promise<void>;
  /**
   * Ends one session of an account by its id, or all but one; each is remembered as 'session-ended'. Returns the hashes of
   * the ended sessions.
   */
  endSessionsOf(uid: Id, which: { id: Id } | { allBut: string | undefined }): Promise<string[]>;
  /** Forgets the sessions of an account that are over, but for the `keep` that would have expired last. */
  forgetEndedSessions(uid: Id, keep: number): Promise<void>;
  /** Finds what is remembered of those of the given hashes whose session is over. */
  endedSessions(tokenHashes: readonly string[], now: string): Promise<Map<string, EndedSessionKind>>;
}

/**
 * The kinds of a session that is over, remembered for 180 days after it would have expired. 'session-ended': on purpose,
 * elsewhere. 'session-over': it expired, or another account signed in to its browser. 'account-gone': the account was deleted
 * then or later; this one names no account.
 */
export const ENDED_SESSION_KINDS = ['session-ended', 'session-over', 'account-gone'] as const;
export type EndedSessionKind = (typeof ENDED_SESSION_KINDS)[number];

export interface NewSession {
  tokenHash: string;
  /** Names the session in the list of devices; says nothing about its token. */
  id: Id;
  uid: Id;
  createdAt: string;
  expiresAt: string;
  /** The last (re-)authentication; `createdAt` by default, '' if the sign-in does not count as one. */
  reauthenticatedAt?: string;
  /** The name of the device, at first derived from its browser. */
  name: string;
}

/** The credential that a session is opened with. Every field that is given must still hold when the session opens. */
export interface PresentedCredential {
  /** The hash that a password was checked against. */
  passwordHash?: string;
  /** A passkey or recovery code was presented: without one, an account that requires a passkey stays closed. */
  passkey?: true;
  /** A passkey, external identity or recovery code that the account had when it was looked up; a code is used up. */
  credential?: CredentialName;
  /** The hash of the token of a pending second factor; the session uses it up. */
  pendingSecondFactor?: string;
}

export interface FoundSession extends Account {
  id: Id;
  createdAt: string;
  seenAt: string;
  /** The last (re-)authentication; '' if there was none. */
  reauthenticatedAt: string;
}

export interface ListedSession {
  id: Id;
  tokenHash: string;
  name: string;
  createdAt: string;
  seenAt: string;
  /** The time since which its device is told of alerts; null if it is not. */
  toldSince: string | null;
}
