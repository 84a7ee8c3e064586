import { Listeners } from '#client/data/lib/listeners.ts';
import { Clock } from '#client/data/network/clock.ts';
import { Copy } from '#client/data/state/state.ts';
import { type LazyPart, lazyPart } from '#client/lib/lazy-part.ts';
import type { CommandArgs, CommandName } from '#domain/commands/catalogue.ts';
import type { Id } from '#domain/ids.ts';
import type { VisitorRef } from '#domain/paths.ts';
import type { Account } from '#domain/protocol/calls.ts';
import type { Environment } from './environment.ts';
import { Storeroom } from './local-store.ts';
import { newTap, type Wish } from './new-tap.ts';
import {
  type Household,
  type HouseholdView,
  type RunResult,
  StorageFailed,
  type UnsentCommand,
  type VisitorView,
} from './port.ts';

/** What talks with the server. The first screen is drawn, and taps are stored, without it. */
export type TalkPart = Pick<typeof import('./sync-client.ts'), 'Talk'>;

export const talk: LazyPart<TalkPart> = lazyPart(() => import('./sync-client.ts'));

/** What can end a household from elsewhere. */
export interface Endings {
  /** Another tab removed this account's database. */
  onDeleted(): void;
  /** The server says that the account was deleted. */
  onAccountGone(): void;
}

/** The household of the signed-in account on this device. */
export class OpenHousehold implements Household {
  readonly account: Account;
  readonly #environment: Environment;
  readonly #copy: Copy;
  readonly #storeroom: Storeroom;
  readonly #clock: Clock;
  readonly #talkPart: LazyPart<TalkPart>;
  readonly #sides: ConstructorParameters<TalkPart['Talk']>[0];
  readonly #listeners = new Listeners();
  readonly #opened: Promise<void>;
  #isOpen = false;
  #talk: InstanceType<TalkPart['Talk']> | undefined;
  #cancelWake = () => {};

  constructor(environment: Environment, account: Account, talkPart: LazyPart<TalkPart>, endings: Endings) {
    this.account = account;
    this.#environment = environment;
    this.#clock = new Clock(environment);
    this.#copy = new Copy(account.uid, () => this.#listeners.tell());
    this.#storeroom = new Storeroom(environment, account, this.#copy, endings.onDeleted);
    this.#talkPart = talkPart;
    this.#sides = {
      ...{ environment, account, copy: this.#copy, storeroom: this.#storeroom, clock: this.#clock },
      onAccountGone: endings.onAccountGone,
    };
    this.#opened = this.#open();
  }

  view(): HouseholdView {
    return this.#copy.view;
  }

  visitor(ref: VisitorRef): VisitorView | undefined {
    return this.#copy.visitor(ref);
  }

  subscribe(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  run<N extends CommandName>(name: N, args: CommandArgs<N>): Promise<RunResult> {
    return this.#run({ name, args });
  }

  /** The tap's own time stands, however late it is tried again. */
  async retry(op: Id, args?: unknown): Promise<RunResult> {
    const refused = this.#copy.refused.find((one) => one.op === op);
    if (!refused) return { done: false, refusal: { code: 'not-found' } };
    const { name, tappedAt, zone } = refused;
    return this.#run({ name, args: args ?? refused.args, tappedAt, zone, replaces: op });
  }

  discard(op: Id): Promise<void> {
    return this.#storeroom.forgetRefused(op);
  }

  unsent(): readonly UnsentCommand[] {
    return [...this.#copy.unsent, ...this.#copy.pending, ...this.#copy.refused];
  }

  catchUp(): Promise<void> {
    return this.#askServer();
  }

  /** The account has signed in again: go on with what waits. */
  resume(): void {
    this.#copy.noteContact({ locked: false });
    void this.#askServer();
  }

  /** Stops, and leaves all on the device. */
  close(): Promise<void> {
    this.#stop();
    return this.#storeroom.close();
  }

  /** Stops, and removes all of this account from the device. */
  wipe(): Promise<void> {
    this.#stop();
    return this.#storeroom.wipe();
  }

  async #open(): Promise<void> {
    await this.#storeroom.open();
    this.#isOpen = true;
    void this.#askServer();
  }

  async #run(wish: Wish): Promise<RunResult> {
    // Nothing can be decided before the device's own copy is read, which takes a moment at the start.
    if (!this.#isOpen) await this.#opened;
    if (this.#storeroom.isClosed) throw new StorageFailed();
    const skew = this.#copy.meta?.skew ?? 0;
    const tap = newTap(this.#environment, this.#clock, skew, wish, this.#storeroom.nextOrder());
    const decision = this.#copy.take(tap);
    if (!decision.accepted) return { done: false, refusal: decision.refusal };
    const stored = this.#storeroom.store(tap);
    this.#copy.show();
    await stored;
    void this.#askServer();
    // What the device believes to be no change is sent all the same: another phone may know better.
    return { done: true, op: tap.op, ...(decision.since === undefined ? {} : { since: decision.since }) };
  }

  /** Resolves when the server answered or could not be reached, or when what asks it could not be fetched. */
  async #askServer(): Promise<void> {
    const part = this.#talkPart.loaded ?? (await this.#fetchTalk());
    if (!part || this.#storeroom.isClosed) return;
    this.#talk ??= new part.Talk(this.#sides);
    await this.#talk.now();
  }

  async #fetchTalk(): Promise<TalkPart | undefined> {
    try {
      return await this.#talkPart.load();
    } catch {
      this.#copy.noteContact({ failed: true, offline: true });
      this.#cancelWake();
      this.#cancelWake = this.#sides.environment.onWake(() => void this.#askServer());
      return undefined;
    }
  }

  #stop(): void {
    this.#talk?.stop();
    this.#cancelWake();
  }
}
