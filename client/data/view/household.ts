import * as v from 'valibot';
import { Clock } from '#client/data/clock.ts';
import type { Environment } from '#client/data/environment.ts';
import { inBackground, StorageFailed } from '#client/data/errors.ts';
import type {
  ChildView,
  Household,
  HouseholdView,
  PeopleNames,
  RunResult,
  SavedFollowers,
  UnsentCommand,
  VisitorView,
} from '#client/data/port.ts';
import type { HouseholdState, Owner } from '#client/data/storage/household-state.ts';
import { LocalStore } from '#client/data/storage/local-store.ts';
import type { NewTap } from '#client/data/storage/records.ts';
import type { Ending, SyncClient } from '#client/data/wire/sync-client.ts';
import { lazyModule } from '#client/lib/lazy-module.ts';
import { Listeners } from '#client/lib/listeners.ts';
import type { CommandArgs, CommandName } from '#domain/commands/catalogue.ts';
import { type Id, makeUlid } from '#domain/ids.ts';
import type { VisitorRef } from '#domain/paths.ts';
import type { Account } from '#domain/protocol/calls.ts';
import type { FollowList } from '#domain/protocol/following-calls.ts';
import { zoneSchema } from '#domain/time.ts';
import { Fold } from './fold.ts';
import { View } from './view.ts';

/** A first screen without taps is drawn before it. */
export const rulebook = lazyModule(() => import('#domain/commands/catalogue.ts'));

/** The first screen is drawn, and taps are stored, without it. */
export const syncPart = lazyModule(() => import('#client/data/wire/sync-client.ts'));

/** Local state first, synced in the background. */
export class LocalHousehold implements Household {
  readonly account: Account;
  readonly opened: Promise<void>;
  readonly #clock: Clock;
  readonly #state: HouseholdState;
  readonly #fold: Fold;
  readonly #view: View;
  readonly #store: LocalStore;
  readonly #onEnd: (ending: Ending) => void;
  readonly #listeners = new Listeners();
  readonly #stopWatching: () => void;
  #syncClient: SyncClient | undefined;
  #cancelWake = () => {};
  #isOpen = false;
  #hasAsked = false;

  constructor(environment: Environment, account: Account, onEnd: (ending: Ending) => void) {
    this.account = account;
    this.#onEnd = onEnd;
    this.#clock = new Clock(environment);
    const onDeleted = () => onEnd('removed');
    const draw: Owner['draw'] = (changed, hasReplicaChanged) => {
      if (this.#view.update(changed, hasReplicaChanged)) this.#listeners.notify();
    };
    this.#store = new LocalStore(environment, account, { draw, loadRules: rulebook.load, onDeleted });
    this.#state = this.#store.state;
    this.#fold = new Fold(this.#state.replica, account.uid, rulebook);
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

  /** Keeps the first tap's time. */
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

  /** Ignores a reply for another household. */
  async saveFollows(followed: FollowList): Promise<void> {
    await this.opened;
    if (followed.household !== this.account.household) return;
    await this.#store.saveReply('followed', followed.following.length > 0 ? followed : undefined);
  }

  async saveFollowers(followers: SavedFollowers | undefined): Promise<void> {
    await this.opened;
    await this.#store.saveReply('followers', followers);
  }

  /** Resolves too if the sync code could not be loaded; the next wake retries. */
  async syncNow(): Promise<void> {
    const part = syncPart.loaded ?? (await syncPart.load().catch(this.#retrySync));
    if (!part || this.#store.isClosed) return;
    this.#syncClient ??= new part.SyncClient(this.#store, this.#clock, this.#onEnd);
    await this.#syncClient.syncNow();
  }

  resume(): void {
    this.#state.isResumed = true;
    this.#state.setConnection({ locked: false, ended: false, failed: false });
    void this.syncNow();
  }

  close(): Promise<void> {
    this.#stop();
    return this.#store.close();
  }

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
    // Syncing now would delay the first screen; a new device has nothing to show before it.
    if (this.view().state === 'loading') void this.syncNow();
    else this.#store.environment.whenIdle(() => void this.syncNow());
    this.#store.environment.whenIdle(() => void rulebook.settled());
  }

  #retrySync = (): undefined => {
    this.#state.setConnection({ failed: true, offline: true });
    this.#cancelWake();
    this.#cancelWake = this.#store.environment.onWake(() => void this.syncNow());
  };

  async #adopt(): Promise<void> {
    const isNew = await this.#store.adopt();
    if (this.#syncClient) await this.#syncClient.sendLeft();
    else if (isNew) await this.syncNow();
  }

  async #run(input: TapInput): Promise<RunResult> {
    if (!this.#isOpen) await this.opened;
    if (this.#store.isClosed) throw new StorageFailed();
    const tap = newTap(this.#store.environment, this.#clock, input);
    const rules = rulebook.loaded;
    const decision = rules && this.#fold.add(tap, this.#state.meta?.device ?? '', rules);
    if (decision?.accepted === false) return { done: false, refusal: decision.refusal };
    await this.#store.add(tap, () => this.syncNow());
    // Stored first: a page left before the rulebook arrives loses no tap.
    if (!rules) await rulebook.load().then(() => this.#state.refresh(), console.error);
    // Only once there is data: a browser may ask the parent.
    if (!this.#hasAsked) this.#store.environment.persist();
    this.#hasAsked = true;
    void this.syncNow();
    // The tap may have an effect on the server.
    return { done: true, op: tap.op, ...(decision?.since === undefined ? {} : { since: decision.since }) };
  }
}

/** A retry keeps the first tap's time and zone. */
type TapInput = Pick<NewTap, 'name' | 'args' | 'people'> &
  Partial<Pick<NewTap, 'tappedAt' | 'zone' | 'replaces'>>;

export function newTap(
  environment: Pick<Environment, 'random' | 'zone'>,
  clock: Clock,
  { name, args, ...first }: TapInput,
): NewTap {
  const op = makeUlid(clock.now(), environment.random(10));
  const zone = environment.zone();
  return {
    op,
    name,
    // Copied as the server will receive it, safe from later mutation.
    args: JSON.parse(JSON.stringify(args)),
    zone: v.is(zoneSchema, zone) ? zone : 'UTC',
    ...first,
    ...clock.timeNew(op, first),
  };
}

function peopleNames(args: unknown, children: readonly ChildView[]): PeopleNames {
  const given: Record<string, unknown> = Object(args);
  const child = children.find(({ id }) => id === given.child);
  const id = given.visitor ?? given.friend ?? given.guest;
  const visitors = child && id !== undefined ? [...child.friends, ...child.guests] : [];
  const person = visitors.find(({ ref }) => ref.visitor === id);
  return { ...(child && { child: child.name }), ...(person && { person: person.name }) };
}
