import { OtherAccounts } from '#client/data/storage/other-accounts/other-accounts.ts';
import { pendingEmail } from '#client/data/storage/pending-email.ts';
import { StoredSession } from '#client/data/storage/stored-session.ts';
import type { LazyModule } from '#client/lib/lazy-module.ts';
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
import { type HouseholdPart, OpenHousehold } from './open-household.ts';
import type { FrammeData, Household } from './port.ts';
import { serialQueue } from './serial-queue.ts';

export type { HouseholdPart } from './open-household.ts';

export function loadHousehold(): Promise<HouseholdPart> {
  return import('./view/household.ts');
}

/**
 * The stored session decides who is signed in; the server is asked in the background. `part` loads at once if
 * somebody is, else at sign-in.
 */
export function createFrammeData(environment: Environment, part: LazyModule<HouseholdPart>): FrammeData {
  return new DataLayer(environment, part);
}

/** Tasks that may start or end a session run one at a time. */
class DataLayer implements FrammeData {
  readonly ready: Promise<void>;
  readonly sessionChecked: Promise<void>;
  readonly otherAccounts: OtherAccounts;
  readonly #environment: Environment;
  readonly #part: LazyModule<HouseholdPart>;
  readonly #storedSession: StoredSession;
  readonly #open: OpenHousehold;
  readonly #channel: Channel | undefined;
  readonly #listeners = new Listeners();
  readonly #enqueue = serialQueue();
  /** The cookie's session is known; reset by a sign-out. */
  #isSessionKnown = false;
  #isAccountGone = false;

  constructor(environment: Environment, part: LazyModule<HouseholdPart>) {
    this.#environment = environment;
    this.#part = part;
    const storedSession = new StoredSession(environment);
    this.#storedSession = storedSession;
    const onChange = () => this.#listeners.notify();
    const onAccountDeleted = () => this.#wipeDeletedAccount();
    this.otherAccounts = new OtherAccounts({
      environment,
      storedSession,
      onChange,
      onAccountDeleted,
      ask: (request) => this.#call('otherAccounts', request),
    });
    this.#open = new OpenHousehold({
      environment,
      part,
      storedSession,
      onChange,
      onEnd: (ending) =>
        ending === 'account-gone' ? onAccountDeleted() : this.otherAccounts.wipeOtherAccounts({ asks: true }),
    });
    this.#channel = environment.channel('framme');
    this.#channel?.onMessage(() => inBackground(this.#open.reopen()));
    this.ready = this.#open.reopen();
    inBackground(this.#enqueue(() => storedSession.finishWiping()));
    environment.onWake(() => {
      inBackground(this.#open.reopenIfChanged());
      void this.#checkSession();
      if (this.otherAccounts.list.length > 0) void this.otherAccounts.wipeOtherAccounts();
    });
    this.sessionChecked = this.#checkSession();
    void this.sessionChecked
      .then(() => this.#open.household?.opened)
      .then(() => environment.whenIdle(() => void this.otherAccounts.wipeOtherAccounts()));
  }

  reopen = (): Promise<void> => this.#open.reopenIfChanged();

  household = (): Household | undefined => this.#open.household;

  subscribe(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  signIn<N extends SignInCall>(name: N, request: CallRequest<N>): Promise<CallReply<N>> {
    return this.#enqueue(async () => {
      inBackground(loadParts(this.#part));
      await this.#finishSignOut();
      const reply = await this.#call(name, request);
      this.#storedSession.noteMethod(name, request);
      if ('account' in reply) await this.#startSession(reply.account);
      return reply;
    });
  }

  call<N extends CallName>(name: N, request: CallRequest<N>): Promise<CallReply<N>> {
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
    // Already deleted, by another phone or an attempt whose reply was lost.
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
    this.#storedSession.signOut(household.account, this.otherAccounts.sessionOf(household.account.uid));
    pendingEmail.write(undefined);
    this.#environment.forgetPush();
    this.#isSessionKnown = false;
    this.#open.release();
    const wiped = household.wipe();
    this.#channel?.post();
    await this.#enqueue(async () => {
      await wiped;
      this.otherAccounts.forget(household.account);
      this.#storedSession.markWiped();
      void this.otherAccounts.wipeOtherAccounts();
      // Offline, the sign-out stays stored until the first contact.
      await this.#finishSignOut().catch((error: unknown) => console.error('The log-out failed:', error));
    });
  }

  /** On demand: a signed-out page's first screen needs no schemas. */
  async #call<N extends CallName>(name: N, request: CallRequest<N>): Promise<CallReply<N>> {
    const { call } = await import('#client/data/wire/http-client.ts').catch(rejectAsOffline);
    return call(this.#environment, name, request);
  }

  #finishSignOut(): Promise<void> {
    return this.#storedSession.finishSignOut((request) => this.#call('logOut', request));
  }

  async #startSession(account: Account): Promise<void> {
    this.otherAccounts.note(account);
    this.#storedSession.account = account;
    this.#isSessionKnown = true;
    this.#isAccountGone = false;
    // If the code cannot be fetched, the next wake retries.
    await this.#open.reopen().finally(() => {
      this.#channel?.post();
      // Not earlier: the first screen waits for the household's storage.
      void (this.#open.household?.opened ?? Promise.resolve()).then(() =>
        this.otherAccounts.wipeOtherAccounts({ asks: true }),
      );
    });
  }

  /** Adopts the cookie's session if no account is stored; a stored one's sync checks the cookie. */
  async #checkSession(): Promise<void> {
    if (this.#isSessionKnown || this.#open.account) return;
    await this.#enqueue(async () => {
      await this.#finishSignOut();
      const { account } = await this.#call('whoAmI', {});
      this.#isSessionKnown = true;
      if (account && !this.#open.account) await this.#startSession(account);
    }).catch(() => undefined);
  }

  /** The sync gets the same error and handles it. */
  readonly #handleAccountError = (error: unknown): never => {
    const isOver = hasCode(error, 'account-gone') || hasCode(error, 'other-household');
    if (isOver || isEndedOnPurpose(error)) void this.#open.household?.syncNow();
    throw error;
  };

  /** Unsent taps too: no account is left to send them to. */
  #wipeDeletedAccount(): Promise<void> {
    this.#isAccountGone = true;
    return this.logOut();
  }
}

function rejectAsOffline(): never {
  throw new CallFailed('offline');
}

/** Sync code last: the first screen does not need it. */
async function loadParts(part: LazyModule<HouseholdPart>): Promise<void> {
  const { syncPart } = await part.load();
  await syncPart.load();
}
