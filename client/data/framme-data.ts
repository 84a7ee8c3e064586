import { HeldAccounts } from '#client/data/device/held-accounts.ts';
import { pendingEmail } from '#client/data/device/pending-email.ts';
import { StoredSession } from '#client/data/device/stored-session.ts';
import type { LazyPart } from '#client/lib/lazy-part.ts';
import { Listeners } from '#client/lib/listeners.ts';
import type {
  Account,
  CallName,
  CallReply,
  CallRequest,
  ExportName,
  SignInCall,
} from '#domain/protocol/calls.ts';
import type { Channel, Environment } from './environment.ts';
import { CallFailed, hasCode, inBackground, isEndedOnPurpose } from './errors.ts';
import { type HouseholdPart, loadParts, OpenHousehold } from './open-household.ts';
import type { FrammeData, Household } from './port.ts';
import { serialQueue } from './serial-queue.ts';

export type { HouseholdPart } from './open-household.ts';

/** Fetches the household's code. */
export function loadHousehold(): Promise<HouseholdPart> {
  return import('./tap/household.ts');
}

/**
 * Creates the client library for one page. The stored session decides at once who is signed in; the server is asked in
 * the background. `part` is loaded at once if somebody is signed in, else at sign-in.
 */
export function createFrammeData(environment: Environment, part: LazyPart<HouseholdPart>): FrammeData {
  return new DataLayer(environment, part);
}

/** The client library of one page; whatever may start or end a session runs one task at a time. */
class DataLayer implements FrammeData {
  readonly ready: Promise<void>;
  readonly sessionChecked: Promise<void>;
  readonly held: HeldAccounts;
  readonly #environment: Environment;
  readonly #part: LazyPart<HouseholdPart>;
  readonly #storedSession: StoredSession;
  readonly #open: OpenHousehold;
  readonly #channel: Channel | undefined;
  readonly #listeners = new Listeners();
  readonly #enqueue = serialQueue();
  /** True once the session of the cookie is known; if nobody is signed in, until somebody signs out. */
  #isSessionKnown = false;
  #isAccountGone = false;

  constructor(environment: Environment, part: LazyPart<HouseholdPart>) {
    this.#environment = environment;
    this.#part = part;
    const storedSession = new StoredSession(environment);
    this.#storedSession = storedSession;
    const onChange = () => this.#listeners.notify();
    const onGone = () => this.#wipeDeletedAccount();
    this.held = new HeldAccounts({
      ...{ environment, storedSession, onChange, onGone },
      ask: (request) => this.#call('heldAccounts', request),
    });
    this.#open = new OpenHousehold({
      ...{ environment, part, storedSession, onChange },
      onEnd: (ending) => (ending === 'account-gone' ? onGone() : this.held.sweep({ asks: true })),
    });
    this.#channel = environment.channel('framme');
    this.#channel?.onMessage(() => inBackground(this.#open.reopen()));
    this.ready = this.#open.reopen();
    inBackground(this.#enqueue(() => storedSession.finishWiping()));
    environment.onWake(() => {
      inBackground(this.#open.reopenIfChanged());
      void this.#checkSession();
      if (this.held.list.length > 0) void this.held.sweep();
    });
    this.sessionChecked = this.#checkSession();
    void this.sessionChecked
      .then(() => this.#open.household?.opened)
      .then(() => environment.whenIdle(() => void this.held.sweep()));
  }

  reopen = (): Promise<void> => this.#open.reopenIfChanged();

  household = (): Household | undefined => this.#open.household;

  subscribe(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  signIn<N extends SignInCall>(name: N, request: CallRequest<N>): Promise<CallReply<N>> {
    return this.#enqueue(async () => {
      // Fetched in parallel with the call.
      inBackground(loadParts(this.#part));
      await this.#finishSignOut();
      const reply = await this.#call(name, request);
      this.#storedSession.noteMethod(name, request);
      if ('account' in reply) await this.#startSession(reply.account);
      return reply;
    });
  }

  ask<N extends CallName>(name: N, request: CallRequest<N>): Promise<CallReply<N>> {
    return this.#enqueue(async () => {
      await this.#finishSignOut();
      this.#storedSession.noteMethod(name, request);
      return this.#call(name, request).catch(this.#handleAccountError);
    });
  }

  adoptSession(): Promise<Account | undefined> {
    return this.#enqueue(async () => {
      const { account } = await this.#call('whoAmI', {});
      if (account) await this.#startSession(account);
      return account ?? undefined;
    });
  }

  async deleteAccount(): Promise<void> {
    const { household } = this.#open.household?.account ?? {};
    if (household === undefined) return;
    // If it is gone already, another phone deleted it, or a first attempt whose reply was lost.
    const ifGone = (error: unknown) => hasCode(error, 'account-gone') || this.#handleAccountError(error);
    await this.#call('deleteAccount', { household }).catch(ifGone);
    await this.#wipeDeletedAccount();
  }

  isAccountGone = () => this.#isAccountGone;

  async download(name: ExportName, onProgress: (bytes: number) => void): Promise<Blob> {
    const { download } = await import('#client/data/wire/download.ts').catch(rejectAsOffline);
    return download(this.#environment, name, onProgress).catch(this.#handleAccountError);
  }

  lastSignInMethod = () => this.#storedSession.lastMethod;

  async logOut(): Promise<void> {
    const { household } = this.#open;
    if (!household) return;
    this.#storedSession.signOut(household.account, this.held.sessionOf(household.account.uid));
    pendingEmail.write(undefined);
    this.#environment.forgetPush();
    this.#isSessionKnown = false;
    this.#open.release();
    const wiped = household.wipe();
    this.#channel?.post();
    await this.#enqueue(async () => {
      await wiped;
      this.held.forget(household.account);
      this.#storedSession.markWiped();
      void this.held.sweep();
      // Without a network the sign-out stays stored, and completes at the first contact.
      await this.#finishSignOut().catch((error: unknown) => console.error('The log-out failed:', error));
    });
  }

  /** Sends a call with code that is loaded now: a signed-out page's first screen needs no schemas. Rejects with CallFailed. */
  async #call<N extends CallName>(name: N, request: CallRequest<N>): Promise<CallReply<N>> {
    const { call } = await import('#client/data/wire/calls.ts').catch(rejectAsOffline);
    return call(this.#environment, name, request);
  }

  #finishSignOut(): Promise<void> {
    return this.#storedSession.finishSignOut((request) => this.#call('logOut', request));
  }

  /** Opens the household of a session that has started, in all tabs. */
  async #startSession(account: Account): Promise<void> {
    this.held.note(account);
    this.#storedSession.account = account;
    this.#isSessionKnown = true;
    this.#isAccountGone = false;
    // If the household's code cannot be fetched now, the next wake tries again.
    await this.#open.reopen().finally(() => {
      this.#channel?.post();
      // Not before: the household's first screen waits for its storage.
      void (this.#open.household?.opened ?? Promise.resolve()).then(() => this.held.sweep({ asks: true }));
    });
  }

  /** Adopts a session cookie without a stored session. With one, the account's own sync checks the cookie. */
  async #checkSession(): Promise<void> {
    if (this.#isSessionKnown || this.#open.account) return;
    await this.#enqueue(async () => {
      await this.#finishSignOut();
      const { account } = await this.#call('whoAmI', {});
      this.#isSessionKnown = true;
      if (account && !this.#open.account) await this.#startSession(account);
    }).catch(() => undefined);
  }

  /** If the account was deleted, its session ended on purpose, or another one is signed in, a sync gets the same error and handles it. */
  readonly #handleAccountError = (error: unknown): never => {
    const isOver = hasCode(error, 'account-gone') || hasCode(error, 'other-household');
    if (isOver || isEndedOnPurpose(error)) void this.#open.household?.catchUp();
    throw error;
  };

  /** Wipes the device, unsent taps included: the server has no account left to send them to. */
  #wipeDeletedAccount(): Promise<void> {
    this.#isAccountGone = true;
    return this.logOut();
  }
}

function rejectAsOffline(): never {
  throw new CallFailed('offline');
}
