import { Listeners } from '#client/data/lib/listeners.ts';
import { serialQueue } from '#client/data/lib/serial-queue.ts';
import { StoredSession } from '#client/data/storage/stored-session.ts';
import type { LazyPart } from '#client/lib/lazy-part.ts';
import type { Account, CallName, CallReply, CallRequest, SignInCall } from '#domain/protocol/calls.ts';
import type { ExportName } from '#domain/protocol/export-paths.ts';
import type { Channel, Environment } from './environment.ts';
import { type HouseholdPart, OpenHousehold } from './open-household.ts';
import { CallFailed, type FrammeData, type Household } from './port.ts';
import { SignOut } from './sign-out.ts';

export type { HouseholdPart } from './open-household.ts';

/** Fetches the household's code. */
export function loadHousehold(): Promise<HouseholdPart> {
  // Fetched in parallel: the first screen does not wait for the sync code.
  import('./sync-client.ts').catch(() => undefined);
  return import('./household.ts');
}

/**
 * Creates the client library for one page. The stored session decides at once who is signed in; the server is asked in
 * the background. `part` is loaded at once if somebody is signed in, else at sign-in.
 */
export function createFrammeData(environment: Environment, part: LazyPart<HouseholdPart>): FrammeData {
  return new DataLayer(environment, part);
}

class DataLayer implements FrammeData {
  readonly ready: Promise<void>;
  readonly #environment: Environment;
  readonly #part: LazyPart<HouseholdPart>;
  readonly #storedSession: StoredSession;
  readonly #signOut: SignOut;
  readonly #open: OpenHousehold;
  readonly #channel: Channel | undefined;
  readonly #listeners = new Listeners();
  readonly #enqueue = serialQueue();
  #isSessionKnown = false;
  #isAccountGone = false;

  constructor(environment: Environment, part: LazyPart<HouseholdPart>) {
    this.#environment = environment;
    this.#part = part;
    this.#storedSession = new StoredSession(environment.storage);
    this.#signOut = new SignOut(environment, this.#storedSession, () => this.#call('logOut', {}));
    this.#open = new OpenHousehold({
      ...{ environment, part, storedSession: this.#storedSession },
      onChange: () => this.#listeners.notify(),
      onAccountGone: () => this.#wipeDeletedAccount(),
    });
    this.#channel = environment.channel('framme');
    this.#channel?.onMessage(() => inBackground(this.#open.reopen()));
    this.ready = this.#open.reopen();
    inBackground(this.#enqueue(() => this.#signOut.finishWiping()));
    environment.onWake(() => {
      inBackground(this.#open.reopenIfChanged());
      void this.#checkSession();
    });
    void this.#checkSession();
  }

  household(): Household | undefined {
    return this.#open.household;
  }

  subscribe(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  signIn<N extends SignInCall>(name: N, request: CallRequest<N>): Promise<CallReply<N>> {
    return this.#enqueue(async () => {
      // Fetched in parallel with the call.
      this.#part.load().catch(() => undefined);
      await this.#signOut.finish();
      const reply = await this.#call(name, request);
      if ('account' in reply) await this.#startSession(reply.account);
      return reply;
    });
  }

  ask<N extends CallName>(name: N, request: CallRequest<N>): Promise<CallReply<N>> {
    return this.#enqueue(async () => {
      await this.#signOut.finish();
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
    await this.#call('deleteAccount', { household }).catch((error) => {
      // Already deleted: by another phone, or by a first attempt whose reply was lost.
      if (!(error instanceof CallFailed && error.code === 'account-gone'))
        return this.#handleAccountError(error);
    });
    await this.#wipeDeletedAccount();
  }

  isAccountGone(): boolean {
    return this.#isAccountGone;
  }

  async download(name: ExportName, onProgress: (bytes: number) => void): Promise<Blob> {
    const { download } = await import('#client/data/network/download.ts').catch(() =>
      Promise.reject(new CallFailed('offline')),
    );
    return download(this.#environment, name, onProgress).catch(this.#handleAccountError);
  }

  async logOut(): Promise<void> {
    const { household } = this.#open;
    if (!household) return;
    this.#signOut.begin(household.account);
    this.#isSessionKnown = false;
    this.#open.release();
    const wiped = household.wipe();
    this.#channel?.post();
    await this.#enqueue(async () => {
      await wiped;
      this.#signOut.markWiped();
      // Without a network the sign-out stays stored, and completes at the first contact.
      await this.#signOut.finish().catch(() => undefined);
    });
  }

  /** If the account was deleted or another one is signed in, a sync gets the same error and handles it. */
  readonly #handleAccountError = (error: unknown): never => {
    const { code } = error as Partial<CallFailed>;
    if (code === 'account-gone' || code === 'other-household') void this.#open.household?.catchUp();
    throw error;
  };

  /** Wipes the device, unsent taps included: the server has no account left to send them to. */
  #wipeDeletedAccount(): Promise<void> {
    this.#isAccountGone = true;
    return this.logOut();
  }

  async #startSession(account: Account): Promise<void> {
    this.#storedSession.set('account', account);
    this.#isAccountGone = false;
    this.#isSessionKnown = true;
    this.#environment.persist();
    // If the household's code cannot be fetched now, the next wake tries again.
    await this.#open.reopen().finally(() => this.#channel?.post());
  }

  /** Adopts a session cookie without a stored session. With one, the account's own sync checks the cookie. */
  async #checkSession(): Promise<void> {
    if (this.#isSessionKnown || this.#open.account) return;
    await this.#enqueue(async () => {
      await this.#signOut.finish();
      const { account } = await this.#call('whoAmI', {});
      this.#isSessionKnown = true;
      if (account && !this.#open.account) await this.#startSession(account);
    }).catch(() => undefined);
  }

  /** Loads the protocol's schemas lazily: the first screen of a signed-out page does not need them. */
  async #call<N extends CallName>(name: N, request: CallRequest<N>): Promise<CallReply<N>> {
    const { call } = await import('#client/data/network/calls.ts').catch(() =>
      Promise.reject(new CallFailed('offline')),
    );
    return call(this.#environment, name, request);
  }
}

/** Ignores a failure to fetch the household's code: the next wake tries again. */
function inBackground(work: Promise<void>): void {
  work.catch(() => undefined);
}
