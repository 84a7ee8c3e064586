import { keepFollowed } from '#client/data/device/followed.ts';
import type { Draw, HouseholdState } from '#client/data/device/household-state.ts';
import { LocalStore } from '#client/data/device/local-store.ts';
import type { Environment } from '#client/data/environment.ts';
import { inBackground, StorageFailed } from '#client/data/errors.ts';
import type { Household, HouseholdView, RunResult, UnsentCommand, VisitorView } from '#client/data/port.ts';
import { Clock } from '#client/data/wire/clock.ts';
import type { Ending, SyncClient } from '#client/data/wire/sync-client.ts';
import { type LazyPart, lazyPart } from '#client/lib/lazy-part.ts';
import { Listeners } from '#client/lib/listeners.ts';
import type { CommandArgs, CommandName } from '#domain/commands/catalogue.ts';
import type { Id } from '#domain/ids.ts';
import type { VisitorRef } from '#domain/paths.ts';
import type { Account } from '#domain/protocol/calls.ts';
import type { Followed } from '#domain/protocol/following-calls.ts';
import { Fold } from './fold.ts';
import { newTap, peopleNames, type TapInput } from './new-tap.ts';
import { View } from './view.ts';

type SyncPart = Pick<typeof import('#client/data/wire/sync-client.ts'), 'SyncClient'>;

/** The sync code. The first screen is drawn, and taps are stored, without it. */
export const syncPart: LazyPart<SyncPart> = lazyPart(() => import('#client/data/wire/sync-client.ts'));

/** The signed-in account's household on this device: local state first, synced in the background. */
export class LocalHousehold implements Household {
  readonly account: Account;
  readonly opened: Promise<void>;
  readonly #environment: Environment;
  readonly #clock: Clock;
  readonly #state: HouseholdState;
  readonly #fold: Fold;
  readonly #view: View;
  readonly #store: LocalStore;
  readonly #syncPart: LazyPart<SyncPart>;
  readonly #onEnd: (ending: Ending) => void;
  readonly #listeners = new Listeners();
  readonly #stopWatching: () => void;
  /** Made at the first sync. */
  #syncClient: SyncClient | undefined;
  #cancelWake = () => {};
  #isOpen = false;
  /** True once this page asked the browser to keep what is stored. */
  #hasAsked = false;

  constructor(
    environment: Environment,
    account: Account,
    syncPart: LazyPart<SyncPart>,
    onEnd: (ending: Ending) => void,
  ) {
    this.account = account;
    this.#environment = environment;
    this.#syncPart = syncPart;
    this.#onEnd = onEnd;
    this.#clock = new Clock(environment);
    const draw: Draw = (changed, hasReplicaChanged) => {
      if (this.#view.update(changed, hasReplicaChanged)) this.#listeners.notify();
    };
    this.#store = new LocalStore(environment, account, draw, () => onEnd('removed'));
    this.#state = this.#store.state;
    this.#fold = new Fold(this.#state.replica, account.uid);
    this.#view = new View(this.#state, this.#fold, account.uid);
    this.#stopWatching = this.#store.watch(() => inBackground(this.#adopt()));
    this.opened = this.#open();
  }

  view(): HouseholdView {
    return this.#view.current;
  }

  visitor(ref: VisitorRef): VisitorView | undefined {
    return this.#view.visitor(ref);
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

  async keepFollowed(followed: Followed): Promise<void> {
    await this.opened;
    await keepFollowed(this.#store, followed);
  }

  /** Also resolves if the sync code could not be loaded; it is loaded at the next wake. */
  async catchUp(): Promise<void> {
    const part = this.#syncPart.loaded ?? (await this.#loadSync());
    if (!part || this.#store.isClosed) return;
    this.#syncClient ??= new part.SyncClient(this.#store, this.#clock, this.#onEnd);
    await this.#syncClient.syncNow();
  }

  /** Unlocks after the same account has signed in again, and syncs. */
  resume(): void {
    this.#state.isResumed = true;
    this.#state.setConnection({ locked: false, ended: false, failed: false });
    void this.catchUp();
  }

  /** Stops and keeps the data on the device. */
  close(): Promise<void> {
    this.#stop();
    return this.#store.close();
  }

  /** Stops and deletes the account's local data. */
  wipe(): Promise<void> {
    this.#stop();
    return this.#store.wipe();
  }

  #stop(): void {
    this.#stopWatching();
    this.#syncClient?.stop();
    this.#cancelWake();
  }

  async #open(): Promise<void> {
    await this.#store.open();
    if (this.#state.meta) this.#clock.begin(this.#state.meta);
    this.#isOpen = true;
    // The first exchange, and the code that it needs, would delay the first screen; on a new device that waits for it.
    if (this.view().state === 'loading') void this.catchUp();
    else this.#environment.whenIdle(() => void this.catchUp());
  }

  async #loadSync(): Promise<SyncPart | undefined> {
    try {
      return await this.#syncPart.load();
    } catch {
      this.#state.setConnection({ failed: true, offline: true });
      this.#cancelWake();
      this.#cancelWake = this.#environment.onWake(() => void this.catchUp());
      return undefined;
    }
  }

  /** Takes over what a closed tab left in the journal, and sends what it left unsent. */
  async #adopt(): Promise<void> {
    const isNew = await this.#store.adopt();
    if (this.#syncClient) await this.#syncClient.sendLeft();
    else if (isNew) await this.catchUp();
  }

  async #run(input: TapInput): Promise<RunResult> {
    // A tap needs the stored state, which takes a moment to read at the start.
    if (!this.#isOpen) await this.opened;
    if (this.#store.isClosed) throw new StorageFailed();
    const state = this.#state;
    const tap = newTap(this.#environment, this.#clock, input, this.#store.nextOrder());
    const decision = this.#fold.add(tap, state.meta?.device ?? '');
    if (!decision.accepted) return { done: false, refusal: decision.refusal };
    state.pending = [...state.pending, tap];
    const stored = this.#store.store(tap, () => this.catchUp());
    state.refresh();
    await stored;
    // Not before there is something to keep: a browser may ask the parent.
    if (!this.#hasAsked) this.#environment.persist();
    this.#hasAsked = true;
    void this.catchUp();
    // A tap without effect here is sent all the same: it may have one on the server's state.
    return { done: true, op: tap.op, ...(decision.since === undefined ? {} : { since: decision.since }) };
  }
}
