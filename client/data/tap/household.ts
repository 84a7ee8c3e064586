import { LocalStore } from '#client/data/device/local-store.ts';
import type { Environment } from '#client/data/environment.ts';
import { StorageFailed } from '#client/data/errors.ts';
import { Listeners } from '#client/data/listeners.ts';
import type { Household, HouseholdView, RunResult, UnsentCommand, VisitorView } from '#client/data/port.ts';
import { Clock } from '#client/data/wire/clock.ts';
import type { SyncEvents } from '#client/data/wire/sync-client.ts';
import { type LazyPart, lazyPart } from '#client/lib/lazy-part.ts';
import type { CommandArgs, CommandName } from '#domain/commands/catalogue.ts';
import type { Id } from '#domain/ids.ts';
import type { VisitorRef } from '#domain/paths.ts';
import type { Account } from '#domain/protocol/calls.ts';
import { HouseholdState } from './household-state.ts';
import { LazySyncClient, type SyncPart } from './lazy-sync-client.ts';
import { newTap, type TapInput } from './new-tap.ts';
import { peopleNames } from './people-names.ts';

/** The sync code. The first screen is drawn, and taps are stored, without it. */
export const syncPart: LazyPart<SyncPart> = lazyPart(() => import('#client/data/wire/sync-client.ts'));

/** Notifies the owner of an open household that it has ended elsewhere. */
export interface HouseholdEvents extends SyncEvents {
  /** Another tab removed this account's database. */
  onDeleted(): void;
}

/** The signed-in account's household on this device: local state first, synced in the background. */
export class LocalHousehold implements Household {
  readonly account: Account;
  readonly opened: Promise<void>;
  readonly #environment: Environment;
  readonly #state: HouseholdState;
  readonly #store: LocalStore;
  readonly #clock: Clock;
  readonly #syncClient: LazySyncClient;
  readonly #listeners = new Listeners();
  #isOpen = false;
  /** True once this page asked the browser to keep what is stored. */
  #hasAsked = false;

  constructor(
    environment: Environment,
    account: Account,
    syncPart: LazyPart<SyncPart>,
    events: HouseholdEvents,
  ) {
    this.account = account;
    this.#environment = environment;
    this.#clock = new Clock(environment);
    this.#state = new HouseholdState(account.uid, () => this.#listeners.notify());
    this.#store = new LocalStore(environment, account, this.#state, events.onDeleted);
    this.#syncClient = new LazySyncClient(syncPart, {
      ...{ environment, account, state: this.#state, store: this.#store, clock: this.#clock },
      ...events,
    });
    this.opened = this.#open();
  }

  view(): HouseholdView {
    return this.#state.view;
  }

  visitor(ref: VisitorRef): VisitorView | undefined {
    return this.#state.visitor(ref);
  }

  subscribe(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  run<N extends CommandName>(name: N, args: CommandArgs<N>): Promise<RunResult> {
    return this.#run({ name, args, people: peopleNames(args, this.view().children) });
  }

  /** The retry keeps the time of the first tap. */
  async retry(op: Id, args?: unknown): Promise<RunResult> {
    const refused = this.#state.refused.find((one) => one.op === op);
    if (!refused) return { done: false, refusal: { code: 'not-found' } };
    const { name, tappedAt, zone, people } = refused;
    const first = { tappedAt, zone, replaces: op, ...(people && { people }) };
    return this.#run({ name, args: args ?? refused.args, ...first });
  }

  discard(op: Id): Promise<void> {
    return this.#store.removeRefused(op);
  }

  unsent(): readonly UnsentCommand[] {
    return [...this.#state.unsent, ...this.#state.pending, ...this.#state.refused];
  }

  forget(): void {
    this.#state.forget();
  }

  now(): number {
    return this.#clock.serverNow();
  }

  closeRestoredNote(): Promise<void> {
    return this.#store.closeRestoredNote();
  }

  catchUp(): Promise<void> {
    return this.#syncClient.syncNow();
  }

  /** Unlocks after the same account has signed in again, and syncs. */
  resume(): void {
    this.#state.isResumed = true;
    this.#state.setConnection({ locked: false, ended: false, failed: false });
    void this.#syncClient.syncNow();
  }

  /** Stops and keeps the data on the device. */
  close(): Promise<void> {
    this.#syncClient.stop();
    return this.#store.close();
  }

  /** Stops and deletes the account's local data. */
  wipe(): Promise<void> {
    this.#syncClient.stop();
    return this.#store.wipe();
  }

  async #open(): Promise<void> {
    await this.#store.open();
    if (this.#state.meta) this.#clock.begin(this.#state.meta);
    this.#isOpen = true;
    // The first exchange, and the code that it needs, would delay the first screen.
    this.#environment.whenIdle(() => void this.#syncClient.syncNow());
  }

  async #run(input: TapInput): Promise<RunResult> {
    // A tap needs the stored state, which takes a moment to read at the start.
    if (!this.#isOpen) await this.opened;
    if (this.#store.isClosed) throw new StorageFailed();
    const tap = newTap(this.#environment, this.#clock, input, this.#store.nextOrder());
    const decision = this.#state.addTap(tap);
    if (!decision.accepted) return { done: false, refusal: decision.refusal };
    const stored = this.#store.store(tap, () => this.#syncClient.syncNow());
    this.#state.refresh();
    await stored;
    // Not before there is something to keep: a browser may ask the parent.
    if (!this.#hasAsked) this.#environment.persist();
    this.#hasAsked = true;
    void this.#syncClient.syncNow();
    // A tap without effect here is sent all the same: it may have one on the server's state.
    return { done: true, op: tap.op, ...(decision.since === undefined ? {} : { since: decision.since }) };
  }
}
