import * as v from 'valibot';
import { storePage } from '#client/data/device/apply-reply.ts';
import type { LocalStore } from '#client/data/device/local-store.ts';
import type { Environment } from '#client/data/environment.ts';
import type { LiveEvent } from '#domain/protocol/live.ts';
import {
  HEARTBEAT_MS,
  LIVE_PATH,
  type LiveClosedCode,
  type LivePage,
  liveClosedSchema,
  livePageSchema,
} from '#domain/protocol/live.ts';
import type { Clock } from './clock.ts';
import { backoff, type SyncScheduler } from './scheduler.ts';

/** A stream without any event for this long, in ms, is dead; some phones still report it as open. */
const SILENCE_MS = 2 * HEARTBEAT_MS + 5000;
/** After a stream has lived this long, in ms, its failure counts as the first again. */
const STABLE_MS = 20_000;
const MAX_BACKOFF_MS = 300_000;

/**
 * The stream of live changes, held by one visible tab of the account (leader election); the other tabs follow. It opens
 * only after a successful sync, which brings whatever was missed.
 */
export class LiveStream {
  readonly #environment: Environment;
  readonly #store: LocalStore;
  readonly #clock: Clock;
  /** A sync that succeeds calls `connect` again. */
  readonly #scheduler: SyncScheduler;
  readonly #election: ReturnType<typeof leaderElection>;
  readonly #stopListening: () => void;
  #closeStream: (() => void) | undefined;
  #cancelSilence = () => {};
  #cancelBackoff: (() => void) | undefined;
  #openedAt = 0;
  #failures = 0;
  /** True while this tab's stream delivers events. */
  isLive = false;
  #isRefused = false;

  constructor(store: LocalStore, clock: Clock, scheduler: SyncScheduler) {
    const { environment, name } = store;
    this.#environment = environment;
    this.#store = store;
    this.#clock = clock;
    this.#scheduler = scheduler;
    this.#election = leaderElection(environment, `${name}-live`);
    const stops = [environment.onWake(() => this.#reset()), environment.onSleep(() => this.disconnect())];
    this.#stopListening = () => {
      for (const stop of stops) stop();
    };
  }

  /** Opens the stream after a successful sync, unless another tab has it. */
  async connect(): Promise<void> {
    const isFree = this.#environment.stream && !this.#closeStream && !this.#cancelBackoff;
    if (!isFree || this.#isRefused || !this.#environment.isVisible() || !this.#address) return;
    if (this.#election.isLeader) return this.#open();
    // Another tab was the leader, and this replica may be behind what that tab received.
    if (await this.#election.elect()) void this.#scheduler.syncNow();
  }

  /** Closes the stream until the next `connect`, and lets another tab lead. */
  disconnect(): void {
    this.#close();
    this.#election.resign();
  }

  stop(): void {
    this.disconnect();
    this.#stopListening();
  }

  /** The address of a stream from the replica's cursor on; undefined if none is wanted now. */
  get #address(): string | undefined {
    const { connection, meta } = this.#store.state;
    if (connection.locked || meta?.cursor == null) return undefined;
    return `${LIVE_PATH}?cursor=${meta.cursor}${meta.epoch === undefined ? '' : `&epoch=${meta.epoch}`}`;
  }

  #open(): void {
    this.#openedAt = this.#environment.now();
    const listener = {
      onEvent: (event: LiveEvent, data: string) => this.#closeStream === close && this.#onEvent(event, data),
      onError: () => this.#closeStream === close && this.#reconnectLater(),
    };
    const close = this.#environment.stream?.(this.#address ?? LIVE_PATH, listener);
    this.#closeStream = close;
    this.#watchSilence();
  }

  #watchSilence(): void {
    this.#cancelSilence();
    this.#cancelSilence = this.#environment.after(SILENCE_MS, () => this.#reconnectLater());
  }

  #onEvent(event: LiveEvent, data: string): void {
    this.#watchSilence();
    this.isLive = true;
    if (event === 'heartbeat') this.#store.state.setConnection({ heartbeatAt: this.#clock.serverNow() });
    else if (event === 'closed') this.#onClosed(parse(liveClosedSchema, data)?.code);
    else {
      const page = event === 'changes' ? parse(livePageSchema, data) : undefined;
      if (page) void this.#apply(page);
      else void this.#scheduler.syncNow();
    }
  }

  /** Waits for a running request, whose reply may bring the same changes; syncs if the page cannot be applied. */
  async #apply(page: LivePage): Promise<void> {
    let isApplied = false;
    const apply = async () => {
      isApplied = await storePage(this.#store, page, this.#clock.skew);
    };
    await this.#scheduler.runExclusive(apply).catch(() => undefined);
    if (!isApplied) await this.#scheduler.syncNow();
  }

  #onClosed(code: LiveClosedCode | undefined): void {
    // Too many streams, or no session: polling has to do until the page becomes visible again.
    this.#isRefused = code === 'too-many-streams';
    if (code === 'signed-out' || this.#isRefused) this.#close();
    else this.#reconnectLater();
    if (code === 'signed-out') void this.#scheduler.syncNow();
  }

  /** After a wake, a stream that reports itself as open may be dead. */
  #reset(): void {
    this.#close();
    this.#isRefused = false;
    this.#failures = 0;
  }

  #reconnectLater(): void {
    const isStable = this.isLive && this.#environment.now() - this.#openedAt > STABLE_MS;
    this.#failures = isStable ? 0 : this.#failures + 1;
    this.#close();
    // With jitter, so that not all phones return to a restarted server at once.
    const [byte = 0] = this.#environment.random(1);
    const delay = backoff(this.#failures, MAX_BACKOFF_MS) * (0.25 + byte / 256);
    this.#cancelBackoff = this.#environment.after(delay, () => {
      this.#cancelBackoff = undefined;
      if (this.#environment.isVisible()) void this.#scheduler.syncNow();
    });
  }

  #close(): void {
    this.#closeStream?.();
    this.#closeStream = undefined;
    this.isLive = false;
    this.#cancelSilence();
    this.#cancelBackoff?.();
    this.#cancelBackoff = undefined;
  }
}

/** The data of an event; undefined if it does not parse. */
function parse<T>(schema: v.GenericSchema<unknown, T>, data: string): T | undefined {
  const result = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), data);
  return result.success ? result.output : undefined;
}

/** Leader election among the tabs, by a lock of this name; without locks every tab leads. */
function leaderElection({ locks }: Pick<Environment, 'locks'>, name: string) {
  let isLeading = false;
  let standing: AbortController | undefined;
  return {
    get isLeader() {
      return isLeading || !locks;
    },
    /** Resolves to true once this tab leads, to false if it resigned meanwhile or waits already. */
    async elect(): Promise<boolean> {
      if (!locks || standing) return false;
      const mine = new AbortController();
      const { signal } = mine;
      standing = mine;
      const resigned = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
      return new Promise((resolve) => {
        const lead = () => {
          isLeading ||= !signal.aborted;
          resolve(!signal.aborted);
          return resigned;
        };
        locks.request(name, { signal }, lead).catch(() => {
          if (standing === mine) standing = undefined;
          resolve(false);
        });
      });
    },
    resign() {
      isLeading = false;
      standing?.abort();
      standing = undefined;
    },
  };
}
