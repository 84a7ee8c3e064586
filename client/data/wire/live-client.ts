import * as v from 'valibot';
import type { Clock } from '#client/data/clock.ts';
import type { Environment } from '#client/data/environment.ts';
import { storePage } from '#client/data/storage/apply-reply.ts';
import type { LocalStore } from '#client/data/storage/local-store.ts';
import { HEARTBEAT_MS } from '#domain/limits.ts';
import type { LiveEvent } from '#domain/protocol/live.ts';
import {
  LIVE_PATH,
  type LiveClosedCode,
  type LivePage,
  liveClosedSchema,
  livePageSchema,
} from '#domain/protocol/live.ts';
import { backoff } from '#domain/time.ts';
import type { SyncScheduler } from './scheduler.ts';

/** In ms; a silent stream is dead, though some phones report it as open. */
const SILENCE_MS = 2 * HEARTBEAT_MS + 5000;
/** In ms; after that a failure counts as the first again. */
const STABLE_MS = 20_000;
const MAX_BACKOFF_MS = 300_000;

/**
 * Held by one visible tab of the account. Opens only after a successful sync, which brings whatever was
 * missed.
 */
export class LiveStream {
  readonly #environment: Environment;
  readonly #store: LocalStore;
  readonly #clock: Clock;
  /** A successful sync calls `connect` again. */
  readonly #scheduler: SyncScheduler;
  readonly #election: ReturnType<typeof leaderElection>;
  readonly #stopListening: () => void;
  #closeStream: (() => void) | undefined;
  #cancelSilence = () => {};
  #cancelBackoff: (() => void) | undefined;
  #openedAt = 0;
  #failures = 0;
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

  /** Does nothing if another tab leads. */
  async connect(): Promise<void> {
    const isFree = this.#environment.stream && !this.#closeStream && !this.#cancelBackoff;
    if (!isFree || this.#isRefused || !this.#environment.isVisible() || !this.#address) return;
    if (this.#election.isLeader) return this.#open();
    // This replica may lag behind the previous leader's.
    if (await this.#election.elect()) void this.#scheduler.syncNow();
  }

  /** Lets another tab lead. */
  disconnect(): void {
    this.#close();
    this.#election.resign();
  }

  stop(): void {
    this.disconnect();
    this.#stopListening();
  }

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

  /** A running request may bring the same changes. */
  async #apply(page: LivePage): Promise<void> {
    let isApplied = false;
    const apply = async () => {
      isApplied = await storePage(this.#store, page, this.#clock.skew);
    };
    await this.#scheduler.runExclusive(apply).catch(() => undefined);
    if (!isApplied) await this.#scheduler.syncNow();
  }

  #onClosed(code: LiveClosedCode | undefined): void {
    // Polling must do until the next wake.
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
    // Jitter, so that not all phones return to a restarted server at once.
    const [byte = 0] = this.#environment.random(1);
    const delay = backoff(1000, this.#failures, MAX_BACKOFF_MS) * (0.25 + byte / 256);
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

function parse<T>(schema: v.GenericSchema<unknown, T>, data: string): T | undefined {
  const result = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), data);
  return result.success ? result.output : undefined;
}

/** By a Web Lock; without locks every tab leads. */
function leaderElection({ locks }: Pick<Environment, 'locks'>, name: string) {
  let isLeading = false;
  let standing: AbortController | undefined;
  return {
    get isLeader() {
      return isLeading || !locks;
    },
    /** False if the tab resigned meanwhile or is already waiting. */
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
