import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Id } from '#domain/ids.ts';
import { HEARTBEAT_MS } from '#domain/protocol/live.ts';
import { MINUTE_MS } from '#domain/time.ts';
import { Repeated } from '../process/repeated.ts';
import type { FeedStore } from '../store/ports/store.ts';
import type { EventStream } from './event-stream.ts';

/** The intervals of the heartbeat and of the poll that makes up for lost hints, and the lifetime of a stream, in ms. */
export interface LiveTimes {
  heartbeat: number;
  poll: number;
  life: number;
}

const DEFAULT_TIMES: LiveTimes = { heartbeat: HEARTBEAT_MS, poll: 5000, life: 15 * MINUTE_MS };

/** Heartbeats are spread over ticks, so that thousands of streams are not all written to at once. */
const TICKS_PER_HEARTBEAT = 20;
const HOUSEHOLDS_PER_POLL = 1000;
/** The time that a stream has for its last event at shutdown. */
const CLOSE_TIMEOUT_MS = 500;

export interface StreamDeps {
  store: Pick<FeedStore, 'versions' | 'onChange'>;
  /** A monotonic clock, in ms. */
  uptime: () => number;
  /** Called on a failure, after which the slow poll retries. */
  onFailure: (error: unknown) => void;
}

/** The open streams of one household. */
export abstract class HouseholdStreams<R extends EventStream, D extends StreamDeps> {
  readonly id: Id;
  readonly readers = new Set<R>();
  protected readonly deps: D;
  readonly #sending: Repeated;

  constructor(id: Id, deps: D) {
    this.id = id;
    this.deps = deps;
    this.#sending = new Repeated(
      () => this.send(),
      (error) => this.onFailure(error),
    );
  }

  /** Sends the readers what is new to them, if anything; asked while it is sending, it looks once more afterwards. */
  notify(): void {
    this.#sending.ask();
  }

  /** True if a reader has not heard of the household's present version; undefined: the household is gone. */
  abstract isBehind(version: number | undefined): boolean;
  protected abstract send(): Promise<void>;

  protected onFailure(error: unknown): void {
    this.deps.onFailure(error);
  }
}

/** All open streams of one kind in this process. Two timers and one listener serve them all. */
export abstract class OpenStreams<
  R extends EventStream,
  H extends HouseholdStreams<R, D>,
  D extends StreamDeps,
> {
  protected readonly deps: D;
  readonly #times: LiveTimes;
  readonly #households = new Map<Id, H>();
  readonly #stopListening: () => void;
  readonly #timers: NodeJS.Timeout[];
  #isPolling = false;
  isStopped = false;
  /** The number of open streams. */
  size = 0;

  constructor(deps: D, times: Partial<LiveTimes> = {}) {
    this.deps = deps;
    this.#times = { ...DEFAULT_TIMES, ...times };
    this.#stopListening = deps.store.onChange((household) => this.#households.get(household)?.notify());
    const { heartbeat, poll } = this.#times;
    this.#timers = [
      setInterval(() => this.tick(deps.uptime()), heartbeat / TICKS_PER_HEARTBEAT).unref(),
      setInterval(() => void this.#poll(), poll).unref(),
    ];
  }

  protected abstract householdOf(id: Id): H;
  protected abstract heartbeat(): string;

  /** Called when the store has told the versions of all households; and after a heartbeat was sent to silent streams. */
  protected onPoll(): void {}
  protected onBeat(_silent: readonly R[]): void {}

  protected find(household: Id): H | undefined {
    return this.#households.get(household);
  }

  /** Adds a stream, a response whose head is written, and has it sent what is new to it. */
  protected add(id: Id, reader: R, response: ServerResponse): void {
    // A response that is closed already will not close a second time, and its reader would never be removed.
    if (response.closed) return;
    const household = this.#households.get(id) ?? this.householdOf(id);
    this.#households.set(id, household);
    household.readers.add(reader);
    this.size += 1;
    response.on('close', () => this.#remove(household, reader));
    reader.write(this.heartbeat(), reader.openedAt);
    household.notify();
  }

  /** Closes all streams; resolves when they have ended. */
  async stop(): Promise<void> {
    this.isStopped = true;
    this.#stopListening();
    for (const timer of this.#timers) clearInterval(timer);
    for (const reader of this.all()) reader.close('shutting-down');
    const deadline = this.deps.uptime() + CLOSE_TIMEOUT_MS;
    while (this.#households.size > 0 && this.deps.uptime() < deadline) await pause(5);
    for (const reader of this.all()) reader.drop();
  }

  protected *all(): Generator<R> {
    for (const { readers } of this.#households.values()) yield* readers;
  }

  protected households(): Iterable<H> {
    return this.#households.values();
  }

  /** Closes streams past their lifetime, and has a heartbeat sent to silent ones. */
  protected tick(now: number): void {
    const silent: R[] = [];
    for (const reader of this.all()) {
      if (now - reader.openedAt >= this.#times.life) reader.close('renew');
      else if (now - reader.writtenAt >= this.#times.heartbeat) silent.push(reader);
    }
    if (silent.length === 0) return;
    const heartbeat = this.heartbeat();
    for (const reader of silent) reader.write(heartbeat, now);
    this.onBeat(silent);
  }

  #remove(household: H, reader: R): void {
    if (household.readers.delete(reader)) this.size -= 1;
    if (household.readers.size === 0) this.#households.delete(household.id);
  }

  /** Compares the versions of all households with open streams, because hints may be lost. */
  async #poll(): Promise<void> {
    if (this.#isPolling) return;
    this.#isPolling = true;
    try {
      const ids = [...this.#households.keys()];
      for (let at = 0; at < ids.length; at += HOUSEHOLDS_PER_POLL) {
        const some = ids.slice(at, at + HOUSEHOLDS_PER_POLL);
        const versions = await this.deps.store.versions(some);
        for (const id of some) this.#notifyIfBehind(id, versions.get(id));
      }
      this.onPoll();
    } catch (error) {
      this.deps.onFailure(error);
    } finally {
      this.#isPolling = false;
    }
  }

  #notifyIfBehind(id: Id, version: number | undefined): void {
    const household = this.#households.get(id);
    if (household?.isBehind(version)) household.notify();
  }
}
