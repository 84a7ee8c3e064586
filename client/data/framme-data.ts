import { Listeners } from '#client/data/lib/listeners.ts';
import { takeTurns } from '#client/data/lib/serial-queue.ts';
import { Remembered } from '#client/data/storage/remembered-account.ts';
import type { LazyPart } from '#client/lib/lazy-part.ts';
import type { Account, CallName, CallReply, CallRequest, SigningIn } from '#domain/protocol/calls.ts';
import type { ExportName } from '#domain/protocol/export-paths.ts';
import type { Channel, Environment } from './environment.ts';
import { Current, type HouseholdPart } from './open-household.ts';
import { CallFailed, type FrammeData, type Household } from './port.ts';
import { Leaving } from './sign-out.ts';

export function loadHousehold(): Promise<HouseholdPart> {
  // The first screen does not wait for what talks with the server, nor does that wait for the first screen.
  import('./sync-client.ts').catch(() => undefined);
  return import('./household.ts');
}

/**
 * The data library for one page. The device's memory decides at once who is signed in; the server is asked behind it.
 * `part` is fetched at once where somebody is, else at sign-in.
 */
export function createFrammeData(environment: Environment, part: LazyPart<HouseholdPart>): FrammeData {
  return new SignIn(environment, part);
}

class SignIn implements FrammeData {
  readonly ready: Promise<void>;
  readonly #environment: Environment;
  readonly #part: LazyPart<HouseholdPart>;
  readonly #remembered: Remembered;
  readonly #leaving: Leaving;
  readonly #current: Current;
  readonly #line: Channel | undefined;
  readonly #listeners = new Listeners();
  readonly #turns = takeTurns();
  #hasAsked = false;
  #isAccountGone = false;

  constructor(environment: Environment, part: LazyPart<HouseholdPart>) {
    this.#environment = environment;
    this.#part = part;
    this.#remembered = new Remembered(environment.storage);
    this.#leaving = new Leaving(environment, this.#remembered, () => this.#call('logOut', {}));
    this.#current = new Current({
      ...{ environment, part, remembered: this.#remembered },
      onChange: () => this.#listeners.tell(),
      onAccountGone: () => this.#forgetGone(),
    });
    this.#line = environment.channel('framme');
    this.#line?.onTold(() => inBackground(this.#current.follow()));
    this.ready = this.#current.follow();
    inBackground(this.#turns(() => this.#leaving.finishWiping()));
    environment.onWake(() => {
      inBackground(this.#current.followAnother());
      void this.#askWhoIsHere();
    });
    void this.#askWhoIsHere();
  }

  household(): Household | undefined {
    return this.#current.household;
  }

  subscribe(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  signIn<N extends SigningIn>(name: N, request: CallRequest<N>): Promise<CallReply<N>> {
    return this.#turns(async () => {
      // Both are needed in the end, so neither waits for the other.
      this.#part.load().catch(() => undefined);
      await this.#leaving.finish();
      const reply = await this.#call(name, request);
      if ('account' in reply) await this.#enter(reply.account);
      return reply;
    });
  }

  ask<N extends CallName>(name: N, request: CallRequest<N>): Promise<CallReply<N>> {
    return this.#turns(async () => {
      await this.#leaving.finish();
      return this.#call(name, request).catch(this.#heed);
    });
  }

  arrive(): Promise<Account | undefined> {
    return this.#turns(async () => {
      const { account } = await this.#call('whoAmI', {});
      if (account) await this.#enter(account);
      return account ?? undefined;
    });
  }

  async deleteAccount(): Promise<void> {
    const { household } = this.#current.household?.account ?? {};
    if (household === undefined) return;
    await this.#call('deleteAccount', { household }).catch((error) => {
      // It was deleted before: by another phone, or by a first try whose answer was lost.
      if (!(error instanceof CallFailed && error.code === 'account-gone')) return this.#heed(error);
    });
    await this.#forgetGone();
  }

  isAccountGone(): boolean {
    return this.#isAccountGone;
  }

  async download(name: ExportName, onProgress: (bytes: number) => void): Promise<Blob> {
    const { download } = await import('#client/data/network/download.ts').catch(() =>
      Promise.reject(new CallFailed('offline')),
    );
    return download(this.#environment, name, onProgress).catch(this.#heed);
  }

  async logOut(): Promise<void> {
    const { household } = this.#current;
    if (!household) return;
    this.#leaving.begin(household.account);
    this.#hasAsked = false;
    this.#current.release();
    const wiped = household.wipe();
    this.#line?.tell();
    await this.#turns(async () => {
      await wiped;
      this.#leaving.noteWiped();
      // Without a network the mark stays, and the session ends at the first contact.
      await this.#leaving.finish().catch(() => undefined);
    });
  }

  /** Where the account is gone, or another one is signed in, the sync is told the same, and knows what to do. */
  readonly #heed = (error: unknown): never => {
    const { code } = error as Partial<CallFailed>;
    if (code === 'account-gone' || code === 'other-household') void this.#current.household?.catchUp();
    throw error;
  };

  /** The account is gone: what this device holds of it goes too, for there is nowhere left to send it. */
  #forgetGone(): Promise<void> {
    this.#isAccountGone = true;
    return this.logOut();
  }

  async #enter(account: Account): Promise<void> {
    this.#remembered.set('account', account);
    this.#isAccountGone = false;
    this.#hasAsked = true;
    this.#environment.askToPersist();
    // It has signed in: a part that cannot be fetched now is fetched when the page wakes.
    await this.#current.follow().finally(() => this.#line?.tell());
  }

  /** A browser that holds a session but remembers nobody is signed in; a remembered account is told by its own sync. */
  async #askWhoIsHere(): Promise<void> {
    if (this.#hasAsked || this.#current.account) return;
    await this.#turns(async () => {
      await this.#leaving.finish();
      const { account } = await this.#call('whoAmI', {});
      this.#hasAsked = true;
      if (account && !this.#current.account) await this.#enter(account);
    }).catch(() => undefined);
  }

  /** The messages and their schemas come behind the first screen: a visitor can read without them. */
  async #call<N extends CallName>(name: N, request: CallRequest<N>): Promise<CallReply<N>> {
    const { call } = await import('#client/data/network/calls.ts').catch(() =>
      Promise.reject(new CallFailed('offline')),
    );
    return call(this.#environment, name, request);
  }
}

/** Where the part of a household cannot be fetched, the next waking tries again. */
function inBackground(work: Promise<void>): void {
  work.catch(() => undefined);
}
