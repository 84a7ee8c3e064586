import type { CommandArgs, CommandName } from '#domain/commands/catalogue.ts';
import type { Child, Correction, Moment, Profile, Status } from '#domain/documents.ts';
import type { Id } from '#domain/ids.ts';
import type { VisitorRef } from '#domain/paths.ts';
import type {
  Account,
  CallErrorCode,
  CallName,
  CallReply,
  CallRequest,
  SigningIn,
} from '#domain/protocol/calls.ts';
import type { ExportName } from '#domain/protocol/export-paths.ts';
import type { Refusal } from '#domain/protocol/refusal.ts';

/** All that the screens know of storage and network. Views are immutable: a new object whenever something changed. */
export interface FrammeData {
  /**
   * Resolves once the first authentication state is known, from what is on the device. Rejects with CallFailed where
   * somebody is remembered and the part of the app that opens a household cannot be fetched.
   */
  ready: Promise<void>;
  /** The signed-in household, or undefined when nobody is signed in. The same object until that changes. */
  household(): Household | undefined;
  /** Calls back when somebody signs in or out, or the session ends. Out: how to stop listening. */
  subscribe(listener: () => void): () => void;
  /** A call that may sign somebody in: where its reply holds an account, `household()` is theirs. Rejects with CallFailed. */
  signIn<N extends SigningIn>(name: N, request: CallRequest<N>): Promise<CallReply<N>>;
  /** Any other call about the account. Rejects with CallFailed. */
  ask<N extends CallName>(name: N, request: CallRequest<N>): Promise<CallReply<N>>;
  /** Deletes the account with all that its family has, and wipes this device's copy. Rejects with CallFailed. */
  deleteAccount(): Promise<void>;
  /** Whether the account that was signed in here has been deleted, here or elsewhere, until the page is left. */
  isAccountGone(): boolean;
  /** Fetches a file with the family's own data; tells how many bytes have come. Rejects with CallFailed. */
  download(name: ExportName, onProgress: (bytes: number) => void): Promise<Blob>;
  /**
   * For who comes back with a session that began elsewhere, as by a provider: enters the account that it names, whoever
   * was remembered. Out: the account, or undefined where there is no session. Rejects with CallFailed.
   */
  arrive(): Promise<Account | undefined>;
  /** Ends the session and wipes this device's copy. Works offline: the session then ends at the first contact. */
  logOut(): Promise<void>;
}

export interface Household {
  readonly account: Account;
  view(): HouseholdView;
  /** One friend or guest of the view, the same object as in its lists; undefined where there is none. */
  visitor(ref: VisitorRef): VisitorView | undefined;
  subscribe(listener: () => void): () => void;
  /**
   * Runs a command: the view shows its effect before this returns, and the promise resolves when the device has stored
   * it for good, not when the server answered. Rejects with StorageFailed, the view restored, where it cannot be stored.
   */
  run<N extends CommandName>(name: N, args: CommandArgs<N>): Promise<RunResult>;
  /** A refused command again, with other arguments where the parent edited them; it leaves the refused list. */
  retry(op: Id, args?: unknown): Promise<RunResult>;
  discard(op: Id): Promise<void>;
  /** All that would be lost with this device's copy: what waits, in the order it was tapped, then what was refused. */
  unsent(): readonly UnsentCommand[];
  /** Asks the server now; resolves when it answered or could not be reached. */
  catchUp(): Promise<void>;
}

export type RunResult =
  /** `since` is set where nothing had to change. */
  | { done: true; op: Id; since?: string }
  /** The device's own rulebook refused: nothing was stored or shown. */
  | { done: false; refusal: Refusal };

/** Whether the server has confirmed what a row shows; 'storing' until even the device has it for good. */
export type RowState = 'confirmed' | 'waiting' | 'storing';

export interface HouseholdView {
  /** 'empty' until a first copy is on the device; 'failed' where the first load did not succeed. */
  state: 'loading' | 'failed' | 'loaded';
  profile: Profile | undefined;
  /** In the order they were added. */
  children: readonly ChildView[];
  /** One entry a stay, newest first by the later of arrival and departure. */
  history: readonly VisitView[];
  /** Older visits are still on their way from the server. */
  historyLoading: boolean;
  /** Taps the server has not confirmed yet. */
  waiting: number;
  refused: readonly RefusedCommand[];
  /** The session ended elsewhere: nothing is lost, signing in again goes on. */
  locked: boolean;
  /** When the server last answered, in ms by the device's clock; undefined: never. */
  lastHeard: number | undefined;
  /** The last attempt to reach the server failed. */
  offline: boolean;
  /** Page and server are of different ages and no longer understand each other; nothing is lost by it. */
  mismatch: 'page-too-old' | 'page-too-new' | undefined;
}

export interface ChildView extends Child {
  id: Id;
  row: RowState;
  friends: readonly VisitorView[];
  guests: readonly VisitorView[];
}

export interface VisitorView {
  ref: VisitorRef;
  name: string;
  /** The parent's phone as typed (friend) or the parent's user id (guest). */
  contact: string;
  status: Status;
  timestamp: string | undefined;
  /** Whether anybody ever came or went: a guest's timestamp starts at its creation. */
  hasVisited: boolean;
  createdAt: string;
  row: RowState;
  /** The arguments that take the latest change back, where there is one. */
  undo: CommandArgs<'undo'> | undefined;
}

export interface VisitView {
  ref: VisitorRef;
  visit: Id;
  childName: string;
  /** The visitor's present name, or the one the visit kept where the visitor is gone. */
  name: string;
  open: boolean;
  arrived: Moment | undefined;
  left: Moment | undefined;
  corrections: readonly Correction[];
  row: RowState;
  /** The arguments that take this visit's tap back, where it is the visitor's latest change. */
  undo: CommandArgs<'undo'> | undefined;
}

export interface RefusedCommand {
  op: Id;
  name: CommandName;
  args: unknown;
  refusal: Refusal;
  tappedAt: number;
}

/** A command that the server has not taken; `refusal` where it said no. */
export type UnsentCommand = Omit<RefusedCommand, 'refusal'> & { refusal?: Refusal };

/** A call to the server that failed: its code, or 'offline' where no answer came. */
export class CallFailed extends Error {
  override readonly name = 'CallFailed';
  readonly code: CallErrorCode | 'offline';
  readonly field: string | undefined;
  readonly problem: string | undefined;
  /** In how many seconds to try again, where the server said so. */
  readonly retryAfter: number | undefined;

  constructor(
    code: CallErrorCode | 'offline',
    fault: {
      field?: string | undefined;
      problem?: string | undefined;
      retryAfter?: number | undefined;
    } = {},
  ) {
    super(code);
    this.code = code;
    this.field = fault.field;
    this.problem = fault.problem;
    this.retryAfter = fault.retryAfter;
  }
}

/** The device could store the tap nowhere: neither in localStorage nor in IndexedDB. */
export class StorageFailed extends Error {
  override readonly name = 'StorageFailed';
}
