import type { Profile } from '#domain/documents.ts';
import type { Id } from '#domain/ids.ts';
import type { Account } from '#domain/protocol/calls.ts';
import type { Allowance } from './rate-limit.ts';

/** What sign-in asks of a database. Secrets come as hashes, bodies as JSON text that only their kind understands. */
export interface SignInStore {
  /** Writes account, household, profile and the credentials it begins with at once; 'email-taken' leaves nothing behind. */
  register(
    account: NewAccount,
    profile: Profile,
    credentials?: readonly Credential[],
  ): Promise<'registered' | 'email-taken' | 'credential-taken'>;
  /** Looks an account up by its emailKey. */
  accountByEmail(emailKey: string): Promise<StoredAccount | undefined>;
  accountByUid(uid: Id): Promise<StoredAccount | undefined>;
  /**
   * Null takes the password away: nobody signs in with one until another is set. In: also the hash that it replaces, where
   * it must be that one ('' for none). Out: whether it was set.
   */
  setPassword(uid: Id, passwordHash: string | null, former?: string): Promise<boolean>;
  /**
   * Puts a password in the place of the present one, for whoever has this session; every other ends. Out: the hashes of
   * those that were ended; undefined, and nothing done, where the session itself has ended.
   */
  changePassword(uid: Id, session: string, password: NewPassword): Promise<string[] | undefined>;
  /** Marks the present e-mail as one whose mail reaches the parent; says nothing where it is another by now. */
  verifyEmail(uid: Id, emailKey: string, verifiedAt: string): Promise<void>;
  /**
   * From a time on a passkey or a recovery code is asked for after every other way to sign in; null asks no more. Out:
   * false, and nothing written, where the account has no passkey to ask for.
   */
  requirePasskey(uid: Id, since: string | null): Promise<boolean>;
  /**
   * Removes the account and all that hangs on it; the last of a household takes along all that the household has. Under
   * the hash of each session a ticket 'account-gone' stays as long as that would have lasted, and tells nothing of whose.
   */
  deleteAccount(uid: Id): Promise<void>;

  /**
   * Out: whether it was opened, which it is not where the account is gone, or what was shown does not open it by now.
   * Whoever changes what opens an account and then ends all sessions misses none.
   */
  openSession(session: NewSession, shown?: Shown): Promise<boolean>;
  /** The account behind a session token's hash, unless it ended or expired before `now`. */
  session(tokenHash: string, now: string): Promise<FoundSession | undefined>;
  /** Those of the sessions that have neither ended nor expired before `now`. */
  livingSessions(tokenHashes: readonly string[], now: string): Promise<Set<string>>;
  /** The living sessions of an account, last seen first. */
  sessionsOf(uid: Id, now: string): Promise<ListedSession[]>;
  /** Notes that a session was seen, and how long it lasts from there. */
  touchSession(tokenHash: string, seenAt: string, expiresAt: string): Promise<void>;
  /** Notes when somebody last proved that the account is theirs, by password, passkey or provider. */
  proveSession(tokenHash: string, provenAt: string): Promise<void>;
  nameSession(uid: Id, id: Id, name: string): Promise<boolean>;
  endSession(tokenHash: string): Promise<void>;
  /** Ends sessions of an account: one by its id, or all but one. Out: the hashes of those that were ended. */
  endSessionsOf(uid: Id, which: { id: Id } | { allBut: string | undefined }): Promise<string[]>;

  /** Keeps a secret that is used up once, like the link of a mail, unless its account is gone; only its hash is known here. */
  putTicket(ticket: Ticket): Promise<void>;
  /** Looks at a ticket that has not expired, without using it up. */
  ticket(kind: TicketKind, hash: string, now: string): Promise<FoundTicket | undefined>;
  /** Uses a ticket up: of several that ask at once, one gets it. */
  takeTicket(kind: TicketKind, hash: string, now: string): Promise<FoundTicket | undefined>;
  /** The tickets of some kinds that an account has out and that have not expired, those that expire last first. */
  ticketsOf(uid: Id, kinds: readonly TicketKind[], now: string): Promise<ListedTicket[]>;
  /**
   * Uses up a ticket of an account and changes the account by it: both or neither. `decide` is given the account in the
   * same transaction, alone with it, and keeps the ticket by throwing. Out: undefined where the ticket does not work any
   * more.
   */
  redeemTicket(
    kind: TicketKind,
    hash: string,
    now: string,
    decide: (account: StoredAccount) => AccountChange,
  ): Promise<Redeemed | undefined>;
  /** Voids all tickets of some kinds that an account has out. */
  dropTickets(uid: Id, kinds: readonly TicketKind[]): Promise<void>;

  /**
   * A credential belongs to one account: 'taken' where anybody, this account included, has it already; or the account is
   * 'gone', or 'full' where it has the most of this kind that it may, of however many that are added at once. In: also the
   * session by which it is added, where one is; where that has ended, the account is as good as gone.
   */
  addCredential(credential: Credential, limits?: AddingLimits): Promise<'added' | 'taken' | 'gone' | 'full'>;
  credential(kind: CredentialKind, key: string): Promise<Credential | undefined>;
  /** In the order in which they were added. */
  credentialsOf(uid: Id, kind: CredentialKind): Promise<Credential[]>;
  /** Writes another body, unless somebody else did since `former` was read; out: whether it was written. */
  updateCredential(kind: CredentialKind, key: string, former: string, body: string): Promise<boolean>;
  /**
   * Out: whether any of the keys was there; of several that remove one at once, one was first. `judge` is told in the same
   * transaction, alone with the account, in what ways it can be entered without them, and keeps them by throwing.
   */
  removeCredentials(
    uid: Id,
    kind: CredentialKind,
    keys: readonly string[],
    judge?: (left: WaysIn) => void,
  ): Promise<boolean>;
  /**
   * Puts these in the place of all of their kind that the account has; of several at once, those of the last stay. In and
   * out: as above; false where it is gone.
   */
  replaceCredentials(
    uid: Id,
    kind: CredentialKind,
    credentials: readonly Credential[],
    session?: string,
  ): Promise<boolean>;

  /**
   * Counts an attempt against an allowance that a restart outlives and many instances share. In: the time in ms since
   * 1970. Out: 0 where it is allowed, else in how many ms to come again.
   */
  attempt(key: string, now: number, allowance: Allowance): Promise<number>;
  /** Gives an allowance back in full, as after the right password. */
  forgiveAttempts(key: string): Promise<void>;

  /** Deletes what expired before `now`: sessions, tickets, and allowances that are full again. */
  forgetExpired(now: string): Promise<void>;
}

export interface NewAccount extends Account {
  emailKey: string;
  /** Null where the account begins without a password, by a provider. */
  passwordHash: string | null;
  createdAt: string;
  /** When a mail to the address proved to reach the parent. */
  emailVerifiedAt?: string;
}

export interface StoredAccount extends Account {
  emailKey: string;
  passwordHash: string | null;
  emailVerifiedAt: string | null;
  passkeyRequiredAt: string | null;
}

/** A password that takes the place of another, and the tickets that were given out under that one. */
export interface NewPassword {
  passwordHash: string;
  voids: readonly TicketKind[];
}

/** What becomes of an account by a ticket. What is absent stays. */
export interface AccountChange {
  /** All sessions end with it. */
  password?: NewPassword;
  emailVerifiedAt?: string;
  /** No passkey is asked for any more. */
  withoutPasskey?: boolean;
  /** Of these kinds all credentials go. */
  removes?: readonly CredentialKind[];
}

export interface Redeemed {
  /** As it stood before. */
  account: StoredAccount;
  /** The hashes of the sessions that were ended. */
  ended: string[];
}

export interface VerifiedEmail {
  email: string;
  emailKey: string;
  verifiedAt: string;
}

export interface NewSession {
  tokenHash: string;
  /** Names the session in the list of devices; tells nothing of its token. */
  id: Id;
  uid: Id;
  createdAt: string;
  expiresAt: string;
  /** When the account was proven to be theirs, '' where it was not: its beginning, where nothing else is said. */
  provenAt?: string;
  /** What the parent calls the device, at first a guess from its browser. */
  name: string;
}

/** What somebody showed to be let in. */
export interface Shown {
  /** The hash that a password was checked against. */
  passwordHash?: string;
  /** A passkey, or the code that stands in for one: without it, an account that requires one stays shut. */
  passkey?: true;
  /** What the account had when it was looked up, like the passkey: it opens nothing once it was taken away. */
  credential?: CredentialName;
  /** The hash of the ticket of a second step that was taken: it is used up with it, or opens nothing any more. */
  secondStep?: string;
}

export interface FoundSession extends Account {
  id: Id;
  createdAt: string;
  seenAt: string;
  provenAt: string;
}

export interface ListedSession {
  id: Id;
  tokenHash: string;
  name: string;
  createdAt: string;
  seenAt: string;
}

/** What single-use secrets are for. */
export type TicketKind =
  | 'recovery'
  | 'verify-email'
  | 'change-email'
  | 'second-step'
  | 'provider'
  | 'passkey-challenge'
  | 'known-device'
  | 'account-gone';

export interface Ticket {
  kind: TicketKind;
  hash: string;
  /** Whom it is for; null where nobody is known yet. It goes when the account goes. */
  uid: Id | null;
  /** JSON. */
  body: string;
  expiresAt: string;
}

export type FoundTicket = Pick<Ticket, 'uid' | 'body' | 'expiresAt'>;

export type ListedTicket = Pick<Ticket, 'kind' | 'body' | 'expiresAt'>;

/** What an account signs in with beside its password. */
export type CredentialKind = 'passkey' | 'provider' | 'recovery-code';

/** Under what a credential is added: by a session, by its hash, that lives, and to so many of its kind at the most. */
export interface AddingLimits {
  session?: string;
  most?: number;
}

/** What an account can be signed in to with: its password's hash, where it has one, and how many of the others. */
export interface WaysIn extends Pick<StoredAccount, 'passwordHash' | 'passkeyRequiredAt'> {
  passkeys: number;
  providers: number;
}

export interface CredentialName {
  kind: CredentialKind;
  /** Unique in its kind: a passkey's id, a provider's name and subject, the hash of a code. */
  key: string;
}

export interface Credential extends CredentialName {
  uid: Id;
  /** JSON. */
  body: string;
  createdAt: string;
}
