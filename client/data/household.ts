import type { CommandArgs, CommandName } from '#domain/commands/catalogue.ts';
import type { Id } from '#domain/ids.ts';
import type { LivePage } from '#domain/live.ts';
import type { Account } from '#domain/protocol.ts';
import { Batch } from './batch.ts';
import { Clock } from './clock.ts';
import { Copy } from './copy.ts';
import { Drain } from './drain.ts';
import type { Environment } from './environment.ts';
import { type Exchanging, exchange } from './exchange.ts';
import { LastResort } from './last-resort.ts';
import { Listeners } from './listeners.ts';
import { Live } from './live.ts';
import { newTap, type Wish } from './new-tap.ts';
import { CallFailed, type Household, type HouseholdView, type RunResult, StorageFailed } from './port.ts';
import { nameOf } from './stored-account.ts';
import { Storeroom } from './storeroom.ts';

/** The household of the signed-in account on this device. */
export class OpenHousehold implements Household {
  readonly account: Account;
  readonly #environment: Environment;
  readonly #copy: Copy;
  readonly #storeroom: Storeroom;
  readonly #drain: Drain;
  readonly #live: Live;
  readonly #clock: Clock;
  readonly #exchanging: Exchanging;
  readonly #listeners = new Listeners();
  readonly #opened: Promise<void>;
  #isOpen = false;

  /** `onDeleted`: another tab removed this account's database. */
  constructor(environment: Environment, account: Account, onDeleted: () => void) {
    this.account = account;
    this.#environment = environment;
    this.#clock = new Clock(environment);
    this.#copy = new Copy(account.uid, () => this.#listeners.tell());
    this.#storeroom = new Storeroom(environment, account, this.#copy, onDeleted);
    this.#exchanging = {
      ...{ environment, account, copy: this.#copy, storeroom: this.#storeroom, clock: this.#clock },
      batch: new Batch(),
      lastResort: new LastResort(environment),
    };
    this.#drain = new Drain(environment, nameOf(account), () => this.#askServer());
    this.#live = new Live(environment, nameOf(account), {
      cursor: () => (this.#copy.contact.locked ? undefined : (this.#copy.meta?.cursor ?? undefined)),
      onPage: (page) => void this.#takePage(page),
      ask: () => void this.#drain.now(),
      onSign: () => this.#copy.noteContact({ heardAt: environment.now() }),
    });
    this.#drain.isTold = () => this.#live.isTelling;
    this.#opened = this.#open();
  }

  view(): HouseholdView {
    return this.#copy.view;
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

  catchUp(): Promise<void> {
    return this.#drain.now();
  }

  /** The account has signed in again: go on with what waits. */
  resume(): void {
    this.#copy.noteContact({ locked: false });
    void this.#drain.now();
  }

  /** Stops, and leaves all on the device. */
  close(): Promise<void> {
    this.#drain.stop();
    this.#live.stop();
    return this.#storeroom.close();
  }

  /** Stops, and removes all of this account from the device. */
  wipe(): Promise<void> {
    this.#drain.stop();
    this.#live.stop();
    return this.#storeroom.wipe();
  }

  async #open(): Promise<void> {
    await this.#storeroom.open();
    this.#isOpen = true;
    void this.#drain.now();
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
    void this.#drain.now();
    // What the device believes to be no change is sent all the same: another phone may know better.
    return { done: true, op: tap.op, ...(decision.since === undefined ? {} : { since: decision.since }) };
  }

  async #askServer(): Promise<void> {
    try {
      while (!this.#storeroom.isClosed && (await exchange(this.#exchanging)));
      void this.#live.follow();
    } catch (error) {
      this.#noteFailure(error);
      throw error;
    }
  }

  /** Waits for a request under way, whose reply may bring the same; taps of ours come with their outcomes alone. */
  async #takePage(page: LivePage): Promise<void> {
    let isLanded = false;
    await this.#drain
      .between(async () => {
        isLanded = await this.#storeroom.landPage(page);
      })
      .catch(() => undefined);
    if (!isLanded) await this.#drain.now();
  }

  #noteFailure(error: unknown): void {
    const code = error instanceof CallFailed ? error.code : undefined;
    const locked = code === 'not-signed-in' || code === 'other-household';
    if (locked) this.#live.rest();
    const mismatch = code === 'page-too-old' || code === 'page-too-new' ? code : undefined;
    this.#copy.noteContact({
      failed: true,
      offline: code !== undefined && !locked && !mismatch,
      mismatch,
      ...(locked ? { locked } : {}),
    });
  }
}
