import type { CommandArgs, CommandName } from '#domain/commands/catalogue.ts';
import type { Child, Correction, Friend, Moment, Profile, Status, Visit } from '#domain/documents.ts';
import type { Id } from '#domain/ids.ts';
import type { VisitLink } from '#domain/links/link-fields.ts';
import type { VisitorRef } from '#domain/paths.ts';
import type {
  Account,
  CallName,
  CallReply,
  CallRequest,
  ExportName,
  SignInCall,
} from '#domain/protocol/calls.ts';
import type { Follower, FollowList } from '#domain/protocol/following-calls.ts';
import type { ProviderId } from '#domain/protocol/providers.ts';
import type { Refusal } from '#domain/protocol/refusal.ts';
import type { Trip } from '#domain/trips/trip-fields.ts';
import type { VisitorValues } from '#domain/visitor-fields.ts';

export type LastSignInMethod = 'passkey' | ProviderId;

/** Screens use storage and network only through this. Views are immutable. */
export interface FrammeData {
  /**
   * Resolves once this device knows who is signed in. Rejects with CallFailed if the code cannot be fetched.
   */
  ready: Promise<void>;
  /** Resolves once a device without an account knows whose session its cookie is, or the server is silent. */
  sessionChecked: Promise<void>;
  /** Retries after `ready` was rejected; rejects likewise. */
  reopen(): Promise<void>;
  /** Identity is stable until somebody signs in or out. */
  household(): Household | undefined;
  subscribe(listener: () => void): () => void;
  /** If the reply holds an account, `household()` is theirs. Rejects with CallFailed. */
  signIn<N extends SignInCall>(name: N, request: CallRequest<N>): Promise<CallReply<N>>;
  /** Rejects with CallFailed. */
  call<N extends CallName>(name: N, request: CallRequest<N>): Promise<CallReply<N>>;
  /** Wipes the device too. Rejects with CallFailed. */
  deleteAccount(): Promise<void>;
  /** The account was deleted, here or elsewhere; true until the page is left or somebody signs in. */
  isAccountGone(): boolean;
  /** Reports the bytes received so far. Rejects with CallFailed. */
  download(name: ExportName, onProgress: (bytes: number) => void): Promise<Blob>;
  /**
   * Makes the cookie's session the stored one, for example after a provider's redirect. Rejects with
   * CallFailed.
   */
  adoptSession(): Promise<Account | undefined>;
  /** Undefined if by password, or unknown. */
  lastSignInMethod(): LastSignInMethod | undefined;
  readonly otherAccounts: OtherAccountList;
  /** Wipes the device; offline, the session ends at the first contact. */
  logOut(): Promise<void>;
}

export interface Household {
  readonly account: Account;
  /** Resolves once the view shows what the device has stored; never rejects. */
  readonly opened: Promise<void>;
  view(): HouseholdView;
  /** Identical to the object in the view's lists. */
  visitor(ref: VisitorRef): VisitorView | undefined;
  subscribe(listener: () => void): () => void;
  /**
   * The view changes before this returns. Resolves once device storage or the server has the command; else
   * rolls back and rejects with StorageFailed.
   */
  run<N extends CommandName>(name: N, args: CommandArgs<N>): Promise<RunResult>;
  /** Removes the command from the refused list; `args` if edited. */
  retry(op: Id, args?: unknown): Promise<RunResult>;
  discard(op: Id): Promise<void>;
  /** Lost by a sign-out: unsent commands in tap order, then refused ones. */
  unsent(): readonly UnsentCommand[];
  /** Clears the family from memory after the session was ended on purpose. */
  forget(): void;
  /** The server's clock as far as known, in ms. */
  now(): number;
  /** Rejects if storage fails. */
  closeRestoredNote(): Promise<void>;
  /** Ignored for another household. Rejects if the store was closed. */
  saveFollows(followed: SavedFollows): Promise<void>;
  /** Rejects if the store was closed. */
  saveFollowers(followers: SavedFollowers | undefined): Promise<void>;
  syncNow(): Promise<void>;
}

/** 'storing': not durable on the device yet; 'waiting': not confirmed by the server yet. */
export type RowState = 'confirmed' | 'waiting' | 'storing';

export interface HouseholdView {
  /** 'loading' until the first snapshot; 'failed' if the first load failed. */
  state: 'loading' | 'failed' | 'loaded';
  profile: Profile | undefined;
  /** Set if the household has or had several; omits those who left. Names are told apart. */
  parents: readonly { uid: Id; name: string }[] | undefined;
  children: readonly ChildView[];
  /** Newest first, by the later of arrival and departure. */
  history: readonly VisitView[];
  historyLoading: boolean;
  /** Not confirmed by the server. */
  waiting: number;
  refused: readonly RefusedCommand[];
  /** Taps refused or stored nowhere since the page opened. */
  takenBack: number;
  /** The session ended elsewhere; signing in continues, nothing is lost. */
  locked: boolean;
  /** Ended on purpose: only unsent taps are left here. */
  ended: boolean;
  /** The server has accepted the session since the page opened. */
  sessionConfirmed: boolean;
  /** The server's last answer, in ms by its clock. */
  lastHeard: number | undefined;
  /** Server clock minus device clock, in ms; changes below 1 s are ignored. */
  skew: number;
  offline: boolean;
  /** 'server' includes a proxy's error. */
  cause: 'network' | 'server';
  /** The server accepts no more taps for a while; they wait in order. */
  throttled: boolean;
  /** Their protocol versions are incompatible; no data is lost. */
  mismatch: 'page-too-old' | 'page-too-new' | undefined;
  /** A restored backup lacks documents this device knew; `from`: its time in ms. */
  restored: { from?: number } | undefined;
  /** The server's last restore, for 14 days; ms by its clock. */
  restoredAt: number | undefined;
  followed: SavedFollows | undefined;
  followers: SavedFollowers | undefined;
  /** A proxy answered in the server's place, for example with a log-in page. */
  intercepted: boolean;
}

/** `minutes`: of the last way there, by follow. */
export interface SavedFollows extends FollowList {
  minutes?: Readonly<Record<Id, number>>;
}

/** Of the server's last reply, those who say that a child is coming. `asOf`: ms by its clock. */
export interface SavedFollowers {
  asOf: number;
  list: readonly Follower[];
}

export interface ChildView extends Child {
  id: Id;
  row: RowState;
  friends: readonly VisitorView[];
  guests: readonly VisitorView[];
}

export interface VisitorView extends Pick<Friend, 'linkRefusal' | 'tripMinutes' | 'expectedArrival'> {
  ref: VisitorRef;
  name: string;
  /** The parent's phone as typed (friend), or user id (guest). */
  parentContact: string;
  /** E.164, if the server is certain of it. */
  contactE164?: string | undefined;
  fields: VisitorValues;
  status: Status;
  timestamp: string | undefined;
  /** A guest's timestamp starts at its creation, before any visit. */
  hasVisited: boolean;
  createdAt: string;
  row: RowState;
  undo: CommandArgs<'undo'> | undefined;
  /** Undefined, too, while the visit is not on the device. */
  openVisit?: OpenVisit | undefined;
  /** The latest visit, if its departure began a trip. */
  tripVisit?: TripVisit | undefined;
}

export interface VisitView extends Sharing, Pick<Visit, 'added' | 'staysNight' | 'trip'> {
  ref: VisitorRef;
  visit: Id;
  childName: string;
  /** The current name; once the visitor is removed, the one stored in the visit. */
  name: string;
  open: boolean;
  arrived: Moment | undefined;
  left: Moment | undefined;
  corrections: readonly Correction[];
  row: RowState;
  /** Set if this visit's tap is the visitor's latest change. */
  undo: CommandArgs<'undo'> | undefined;
}

/** Not signed in, with unsent taps on this device; names nobody of its family. */
export interface OtherAccount {
  uid: Id;
  household: Id;
  /** In another household now: its taps can be saved or discarded, never sent. */
  hasLeft: boolean;
  name: string | undefined;
  /** Taps not sent, or refused. */
  waiting: number;
  /** The earliest tap, by the device's clock in ms. */
  since: number;
}

export interface OtherAccountList {
  /** A new array notifies the subscribers of `FrammeData`. */
  readonly list: readonly OtherAccount[];
  discard(account: Pick<Account, 'uid' | 'household'>): Promise<void>;
  /** In tap order; empty unless the signed-in account has left the household. Rejects if storage fails. */
  unsentOf(account: OtherAccount): Promise<readonly UnsentCommand[]>;
}

export type RunResult =
  /** `since` is set if nothing had to change. */
  | { done: true; op: Id; since?: string }
  /** Refused on the device: nothing was stored or shown. */
  | { done: false; refusal: Refusal };

/** Names at the time of the command: the people may be removed since. */
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
  /** Older versions stored none. */
  people?: PeopleNames;
}

export type UnsentCommand = Omit<RefusedCommand, 'refusal'> & { refusal?: Refusal };

/** Only the phone that made the link knew its secret. */
export type LinkView = Omit<VisitLink, 'hash'>;

export interface Sharing extends Pick<Visit, 'expected' | 'answer'> {
  links?: readonly LinkView[] | undefined;
}

export interface OpenVisit extends Sharing, Pick<Visit, 'arrived' | 'staysNight'> {
  visit: Id;
}

export interface TripVisit extends Sharing, Pick<Visit, 'arrived' | 'left'> {
  visit: Id;
  trip: Trip;
}
