import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Id } from '#domain/ids.ts';
import type { Account } from '#domain/protocol/calls.ts';
import { DAY_MS } from '#domain/time.ts';
import type { CallError } from '../http/call-error.ts';
import type { PresentedCredential } from '../store/ports/store.ts';
import type { HashingPool } from './core/passwords/hashing.ts';
import type { PasswordCost } from './core/passwords/passwords.ts';
import type { Providers } from './providers/provider.ts';

/** A browser stays trusted for this long after its last sign-in, in ms. */
export const TRUSTED_BROWSER_MS = 365 * DAY_MS;

/** A change of address can be undone for this long; what was added this long before it is doubted then. In ms. */
export const UNDO_MS = 7 * DAY_MS;

/** Settings of sign-in that tests and measurements may override. */
export interface AuthOptions {
  /** Replaces the providers of the settings. */
  providers?: Providers;
  /** Replaces the pool that hashes passwords, and the cost of new hashes. */
  hashing?: Pick<HashingPool, 'derive' | 'stop'> & { cost?: PasswordCost };
}

/** A session that has neither ended nor expired. */
export interface OpenSession {
  /** The hash of the session token, which identifies the session on the server. */
  session: string;
  account: Account;
  /** Identifies the session in the list of devices. */
  id: Id;
}

/** Resolves requests to sessions by the token in their cookie. The store holds only the token's SHA-256. */
export interface Sessions {
  findAccount(request: FastifyRequest): Promise<Account | undefined>;
  findSession(request: FastifyRequest): Promise<OpenSession | undefined>;
  /** Throws 'not-signed-in', with the reason 'ended' if it was ended on purpose; 'account-gone' if the account was deleted. */
  requireAccount(request: FastifyRequest): Promise<Account>;
  /** Like `requireAccount`, with the session. */
  requireSession(request: FastifyRequest): Promise<OpenSession>;
  /** Requires a sign-in or re-authentication of the last ten minutes (step-up authentication); else throws 'proof-needed'. */
  requireRecentAuthentication(request: FastifyRequest): Promise<OpenSession>;
  /** Like `requireRecentAuthentication`, but the sign-in that started the session does not count. */
  requireReauthentication(request: FastifyRequest): Promise<OpenSession>;
  /** Returns the error to throw if the request's session ended while the request was handled. */
  signedOutError(request: FastifyRequest): Promise<CallError>;
  /** Records a re-authentication just now, by password, passkey or provider. */
  markReauthenticated(session: string): Promise<void>;
  /**
   * Starts a session with a new token and ends the request's old one (no session fixation). Returns false if the account
   * was deleted or the presented credential was revoked meanwhile.
   */
  start(
    uid: Id,
    request: FastifyRequest,
    reply: FastifyReply,
    presented?: PresentedCredential,
  ): Promise<boolean>;
  /** Ends the request's session, if any, and clears its cookie; with the hash `only`, if it is that one. */
  end(request: FastifyRequest, reply: FastifyReply, only?: string): Promise<void>;
  /** Ends one session by its id, or all but one (by its hash). Returns the number of sessions ended. */
  endSessionsOf(uid: Id, which: { id: Id } | { allBut: string | undefined }): Promise<number>;
  /** Notifies the listeners that the store ended these sessions, given by their hashes. */
  notifyEnded(ended: readonly string[]): void;
  /** Registers a listener that gets the token hash of each session that this process ends. */
  onEnd(listener: (session: string) => void): void;
}
