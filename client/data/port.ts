import type { CommandArgs, CommandName } from '#domain/commands/catalogue.ts';
import type { Child, Correction, Friend, Moment, Profile, Status, Visit } from '#domain/documents.ts';
import type { Id } from '#domain/ids.ts';
import type { VisitLink } from '#domain/links/fields.ts';
import type { VisitorRef } from '#domain/paths.ts';
import type {
  Account,
  CallName,
  CallReply,
  CallRequest,
  ExportName,
  SignInCall,
} from '#domain/protocol/calls.ts';
import type { Followed } from '#domain/protocol/following-calls.ts';
import type { ProviderId } from '#domain/protocol/providers.ts';
import type { Refusal } from '#domain/protocol/refusal.ts';
import type { VisitorValues } from '#domain/visitor-fields.ts';

/** A way to sign in other than the password. */
export type LastSignInMethod = 'passkey' | ProviderId;

/**
 * The interface of the client library: screens use storage and network only through it. Views are immutable: each change
 * makes a new object.
 */
export interface FrammeData {
  /**
   * Resolves once the first authentication state is known, from the device alone. Rejects with CallFailed if somebody is
   * signed in and the household's code cannot be fetched.
   */
  ready: Promise<void>;
  /** Resolves once a device that holds no account knows whose session its cookie is, or that the server tells nothing. */
  sessionChecked: Promise<void>;
  /** Opens the household if `ready` was rejected. Rejects as that does. */
  reopen(): Promise<void>;
  /** The signed-in household, or undefined if nobody is signed in. The same object until that changes. */
  household(): Household | undefined;
  /** Calls back when somebody signs in or out, or the session ends. Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void;
  /** A call that may sign somebody in: if the reply holds an account, `household()` is theirs. Rejects with CallFailed. */
  signIn<N extends SignInCall>(name: N, request: CallRequest<N>): Promise<CallReply<N>>;
  /** Any other call about the account. Rejects with CallFailed. */
  ask<N extends CallName>(name: N, request: CallRequest<N>): Promise<CallReply<N>>;
  /** Deletes the account and the household's data, and wipes the device. Rejects with CallFailed. */
  deleteAccount(): Promise<void>;
  /** True if the account that was signed in here has been deleted, here or elsewhere, until the page is left. */
  isAccountGone(): boolean;
  /** Downloads a file of the data export and reports the number of bytes received. Rejects with CallFailed. */
  download(name: ExportName, onProgress: (bytes: number) => void): Promise<Blob>;
  /**
   * Adopts the session of the cookie, as after a provider's redirect: its account replaces the stored one. Returns the
   * account, or undefined if there is no session. Rejects with CallFailed.
   */
  adoptSession(): Promise<Account | undefined>;
  /** The method of the last sign-in on this device; undefined if by password, or not known. */
  lastSignInMethod(): LastSignInMethod | undefined;
  /** The other accounts whose unsent taps are on this device. */
  readonly held: HeldAccountList;
  /** Ends the session and wipes the device. Works offline: the session then ends at the first contact. */
  logOut(): Promise<void>;
}

export interface Household {
  readonly account: Account;
  /** Resolves once the view shows what this device has stored; never rejects. */
  readonly opened: Promise<void>;
  view(): HouseholdView;
  /** One friend or guest of the view, the same object as in its lists; undefined if there is none. */
  visitor(ref: VisitorRef): VisitorView | undefined;
  subscribe(listener: () => void): () => void;
  /**
   * Runs a command: the view shows its effect before this returns, and the promise resolves when the device has stored
   * it durably, or the server has it. Rejects with StorageFailed, the view rolled back, if neither works.
   */
  run<N extends CommandName>(name: N, args: CommandArgs<N>): Promise<RunResult>;
  /** Retries a refused command, with new arguments if the parent edited them; it leaves the refused list. */
  retry(op: Id, args?: unknown): Promise<RunResult>;
  discard(op: Id): Promise<void>;
  /** The commands that a sign-out would lose: the unsent ones, in the order they were tapped, then the refused ones. */
  unsent(): readonly UnsentCommand[];
  /** Forgets what the page still has of the family in memory after its session was ended on purpose. */
  forget(): void;
  /** The server's clock as far as it is known, in ms: the present of every screen. */
  now(): number;
  /** Takes away the note that a backup was restored. Rejects if storage fails. */
  closeRestoredNote(): Promise<void>;
  /**
   * Keeps on this device what the server has said of children who are followed, and shows it. Without effect if it is of another
   * household, or this one is no longer open. Rejects if the store was closed.
   */
  keepFollowed(followed: Followed): Promise<void>;
  /** Syncs now; resolves when the server has answered or could not be reached. */
  catchUp(): Promise<void>;
}

/** 'storing': not stored durably on the device yet; 'waiting': not confirmed by the server yet. */
export type RowState = 'confirmed' | 'waiting' | 'storing';

export interface HouseholdView {
  /** 'loading' until the device has a first snapshot; 'failed' if the first load failed. */
  state: 'loading' | 'failed' | 'loaded';
  profile: Profile | undefined;
  /** The parents, if the household has or had more than one; whoever is not among them has left. */
  parents: readonly ParentName[] | undefined;
  /** In the order they were added. */
  children: readonly ChildView[];
  /** One entry per visit, newest first by the later of arrival and departure. */
  history: readonly VisitView[];
  /** Older visits are still being loaded. */
  historyLoading: boolean;
  /** The number of taps that the server has not confirmed yet. */
  waiting: number;
  refused: readonly RefusedCommand[];
  /** The number of taps that lost their effect while the page is open: refused, or stored nowhere. */
  takenBack: number;
  /** The session ended elsewhere: nothing is lost, and signing in again continues. */
  locked: boolean;
  /** It was ended on purpose: this device holds nothing of the family but what is not sent, and loads the rest again. */
  ended: boolean;
  /** The server has accepted the session since the page was opened. */
  wasOpen: boolean;
  /** The time of the server's last answer, in ms by its clock; undefined: never. */
  lastHeard: number | undefined;
  /** The server's clock minus the device's, in ms, to the second. */
  skew: number;
  /** The last attempt to reach the server failed. */
  offline: boolean;
  /** Of the last failure: no answer, or an error of the server or a proxy before it. */
  cause: 'network' | 'server';
  /** The server takes no more taps of the family for a while; they wait in order. */
  throttled: boolean;
  /** Page and server have incompatible protocol versions; nothing is lost by it. */
  mismatch: 'page-too-old' | 'page-too-new' | undefined;
  /** A backup was restored that lacks what this device knew; its time in ms if it is known. */
  restored: { from?: number } | undefined;
  /** The children who are followed at other families, as the server last said it; undefined if it never has, or there is none. */
  followed: Followed | undefined;
  /** Something else than the server answered, for example the log-in page of a proxy in front of it. */
  intercepted: boolean;
}

export interface ChildView extends Child {
  id: Id;
  row: RowState;
  friends: readonly VisitorView[];
  guests: readonly VisitorView[];
}

export interface VisitorView extends Pick<Friend, 'linkRefusal'> {
  ref: VisitorRef;
  name: string;
  /** The parent's phone as typed (friend) or the parent's user id (guest). */
  parentContact: string;
  /** The phone in E.164 form, if the server is certain of it. */
  contactE164?: string | undefined;
  /** All fields of the form, by name. */
  fields: VisitorValues;
  status: Status;
  timestamp: string | undefined;
  /** True if there was ever a visit: a guest's timestamp starts at its creation. */
  hasVisited: boolean;
  createdAt: string;
  row: RowState;
  /** The arguments that undo the latest change, if there is one. */
  undo: CommandArgs<'undo'> | undefined;
  /** The visit that is open now; undefined if the visitor is out, or while it is not on the device. */
  openVisit?: OpenVisit | undefined;
}

export interface VisitView extends Sharing, Pick<Visit, 'added' | 'staysNight'> {
  ref: VisitorRef;
  visit: Id;
  childName: string;
  /** The visitor's present name, or the name stored in the visit if the visitor was removed. */
  name: string;
  open: boolean;
  arrived: Moment | undefined;
  left: Moment | undefined;
  corrections: readonly Correction[];
  row: RowState;
  /** The arguments that undo this visit's tap, if it is the visitor's latest change. */
  undo: CommandArgs<'undo'> | undefined;
}

/** An account that is not signed in here, and whose unsent taps are on this device. It names nobody of its family. */
export interface HeldAccount {
  uid: Id;
  /** The household that the taps are of. */
  household: Id;
  /** The account is in another household now: what waits can be saved or discarded, and never sent. */
  hasLeft: boolean;
  /** Its masked e-mail, if known. */
  name: string | undefined;
  /** The number of taps that are not sent, or were refused. */
  waiting: number;
  /** The first of them, by the device's clock in ms. */
  since: number;
}

export interface HeldAccountList {
  /** The same list until that changes, which notifies the subscribers of the client library. */
  readonly list: readonly HeldAccount[];
  /** Discards what this device holds of such an account. */
  discard(account: Pick<Account, 'uid' | 'household'>): Promise<void>;
  /**
   * Returns what waits of a household that the signed-in account has left, in the order it was tapped; of any other, nothing.
   * Rejects if storage fails.
   */
  unsentOf(account: HeldAccount): Promise<readonly UnsentCommand[]>;
}

/** The result of a command on this device. */
export type RunResult =
  /** `since` is set if nothing had to change. */
  | { done: true; op: Id; since?: string }
  /** Refused by the rules on the device: nothing was stored or shown. */
  | { done: false; refusal: Refusal };

/** The names of the people a command is about, as they were when it was made: they may be gone since. */
export interface PeopleNames {
  child?: string;
  person?: string;
}

export interface RefusedCommand {
  op: Id;
  name: CommandName;
  args: unknown;
  refusal: Refusal;
  tappedAt: number;
  /** Left out if nobody's name is known; a command made by an older version kept none. */
  people?: PeopleNames;
}

/** A command that the server has not accepted; `refusal` is set if it was refused. */
export type UnsentCommand = Omit<RefusedCommand, 'refusal'> & { refusal?: Refusal };

/** A link to a visit as screens see it: only the phone that made it knew its secret. */
export type LinkView = Omit<VisitLink, 'hash'>;

/** The part of a visit that links share with the other family; all absent in most visits. */
export interface Sharing extends Pick<Visit, 'expected' | 'answer'> {
  links?: readonly LinkView[] | undefined;
}

/** The open visit in a row of somebody who is here. */
export interface OpenVisit extends Sharing, Pick<Visit, 'arrived' | 'staysNight'> {
  visit: Id;
}

/** A parent of the household, by a name that tells them apart. */
export interface ParentName {
  uid: Id;
  name: string;
}
