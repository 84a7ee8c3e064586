import { HeldAccounts } from '#client/data/device/held-accounts.ts';
import { SignOut } from '#client/data/device/sign-out.ts';
import { StoredSession } from '#client/data/device/stored-session.ts';
import { call, download } from '#client/data/wire/server-calls.ts';
import type { LazyPart } from '#client/lib/lazy-part.ts';
import type { Account, CallName, CallReply, CallRequest, SignInCall } from '#domain/protocol/calls.ts';
import type { ExportName } from '#domain/protocol/export-paths.ts';
import type { Channel, Environment } from './environment.ts';
import { hasCode, isEndedOnPurpose } from './errors.ts';
import { inBackground } from './in-background.ts';
import { Listeners } from './listeners.ts';
import { type HouseholdPart, loadParts, OpenHousehold } from './open-household.ts';
import { setPendingEmail } from './pending-email.ts';
import type { FrammeData, Household } from './port.ts';
import { serialQueue } from './serial-queue.ts';
import { SessionStart } from './session-start.ts';

/** The client library of one page; whatever may start or end a session runs one task at a time. */
export class DataLayer implements FrammeData {
  readonly ready: Promise<void>;
  readonly #environment: Environment;
  readonly #part: LazyPart<HouseholdPart>;
  readonly #storedSession: StoredSession;
  readonly #signOut: SignOut;
  readonly #open: OpenHousehold;
  readonly held: HeldAccounts;
  readonly #session: SessionStart;
  readonly #channel: Channel | undefined;
  readonly #listeners = new Listeners();
  readonly #enqueue = serialQueue();
  #isAccountGone = false;

  constructor(environment: Environment, part: LazyPart<HouseholdPart>) {
    this.#environment = environment;
    this.#part = part;
    this.#storedSession = new StoredSession(environment.storage);
    this.#signOut = new SignOut(environment, this.#storedSession, (session) =>
      call(environment, 'logOut', session === undefined ? {} : { session }),
    );
    const onChange = () => this.#listeners.notify();
    const onGone = () => this.#wipeDeletedAccount();
    this.held = new HeldAccounts(environment, this.#storedSession, { onChange, onGone });
    this.#open = new OpenHousehold({
      ...{ environment, part, storedSession: this.#storedSession, onChange, onAccountGone: onGone },
      onSessionOver: () => this.held.sweep({ asks: true }),
    });
    this.#channel = environment.channel('framme');
    this.#channel?.onMessage(() => inBackground(this.#open.reopen()));
    this.#session = new SessionStart({
      ...{ environment, storedSession: this.#storedSession, held: this.held, open: this.#open },
      ...{ enqueue: this.#enqueue, signOut: this.#signOut, channel: this.#channel },
      onStart: () => {
        this.#isAccountGone = false;
      },
    });
    this.ready = this.#open.reopen();
    inBackground(this.#enqueue(() => this.#signOut.finishWiping()));
    environment.onWake(() => {
      inBackground(this.#open.reopenIfChanged());
      void this.#session.check();
      if (this.held.list.length > 0) void this.held.sweep();
    });
    void this.#session.check().then(() => environment.whenIdle(() => void this.held.sweep()));
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
      await this.#signOut.finish();
      const reply = await call(this.#environment, name, request);
      this.#storedSession.lastSignIn.note(name, request);
      if ('account' in reply) await this.#session.start(reply.account);
      return reply;
    });
  }

  ask<N extends CallName>(name: N, request: CallRequest<N>): Promise<CallReply<N>> {
    return this.#enqueue(async () => {
      await this.#signOut.finish();
      this.#storedSession.lastSignIn.note(name, request);
      return call(this.#environment, name, request).catch(this.#handleAccountError);
    });
  }

  adoptSession(): Promise<Account | undefined> {
    return this.#enqueue(async () => {
      const { account } = await call(this.#environment, 'whoAmI', {});
      if (account) await this.#session.start(account);
      return account ?? undefined;
    });
  }

  async deleteAccount(): Promise<void> {
    const { household } = this.#open.household?.account ?? {};
    if (household === undefined) return;
    // If it is gone already, another phone deleted it, or a first attempt whose reply was lost.
    const ifGone = (error: unknown) => hasCode(error, 'account-gone') || this.#handleAccountError(error);
    await call(this.#environment, 'deleteAccount', { household }).catch(ifGone);
    await this.#wipeDeletedAccount();
  }

  isAccountGone = () => this.#isAccountGone;

  download(name: ExportName, onProgress: (bytes: number) => void): Promise<Blob> {
    return download(this.#environment, name, onProgress).catch(this.#handleAccountError);
  }

  lastSignInMethod = () => this.#storedSession.lastSignIn.read();

  async logOut(): Promise<void> {
    const { household } = this.#open;
    if (!household) return;
    this.#signOut.begin(household.account, this.held.sessionOf(household.account.uid));
    setPendingEmail(undefined);
    this.#session.isKnown = false;
    this.#open.release();
    const wiped = household.wipe();
    this.#channel?.post();
    await this.#enqueue(async () => {
      await wiped;
      this.held.forget(household.account);
      this.#signOut.markWiped();
      void this.held.sweep();
      // Without a network the sign-out stays stored, and completes at the first contact.
      await this.#signOut.finish().catch((error: unknown) => console.error('The log-out failed:', error));
    });
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
