import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import type { Id } from '#domain/ids.ts';
import { HEARTBEAT_MS } from '#domain/limits.ts';
import { MINUTE_MS } from '#domain/time.ts';
import { CoalescedTask } from '../process/coalesced-task.ts';
import type { FeedStore } from '../store/ports/store.ts';

/** Unread bytes per stream, beside some megabytes in the system's buffers. */
const MOST_UNREAD = 1024 * 1024;

export function beginEvents(reply: FastifyReply): ServerResponse {
  reply.hijack();
  reply.raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    // Must not be reused after the stream, nor delay a shutdown.
    connection: 'close',
  });
  // Flushed now, the head is one string instead of many headers: 2 KB less per stream.
  reply.raw.flushHeaders();
  return reply.raw;
}

/** `id`: the version from which a lost stream resumes. */
export function frameOf(event: string, data: unknown, id?: number): string {
  const named = `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
  return id === undefined ? named : `id: ${id}\n${named}`;
}

/** There may be many thousands, so it has no timer and little state. */
export abstract class EventStream {
  /** In ms of the monotonic clock, like `writtenAt`. */
  readonly openedAt: number;
  writtenAt: number;
  readonly #response: ServerResponse;

  constructor(response: ServerResponse, openedAt: number) {
    this.#response = response;
    this.openedAt = openedAt;
    this.writtenAt = openedAt;
  }

  /** Ends it; the client opens another one. */
  abstract close(code: 'renew' | 'shutting-down'): void;

  get isOpen(): boolean {
    return !this.#response.writableEnded && !this.#response.destroyed;
  }

  /** Drops a client that stopped reading: it reconnects and resumes. */
  write(frame: string, now: number): void {
    if (!this.isOpen) return;
    this.writtenAt = now;
    if (this.#response.writableLength > MOST_UNREAD) this.drop();
    else this.#response.write(frame);
  }

  end(frame?: string): void {
    if (this.isOpen) this.#response.end(frame);
  }

  drop(): void {
    this.#response.destroy();
  }
}

/** In ms; the poll makes up for lost change notifications, and `life` is a stream's lifetime. */
export interface LiveTimes {
  heartbeat: number;
  poll: number;
  life: number;
}

const DEFAULT_TIMES: LiveTimes = { heartbeat: HEARTBEAT_MS, poll: 5000, life: 15 * MINUTE_MS };

/** Spreads heartbeats, so that thousands of streams are not written to at once. */
const TICKS_PER_HEARTBEAT = 20;
const HOUSEHOLDS_PER_POLL = 1000;
/** For a stream's last event at shutdown. */
const CLOSE_TIMEOUT_MS = 500;

export interface StreamDeps {
  store: FeedStore;
  /** A monotonic clock, in ms. */
  monotonicNow: () => number;
  /** The slow poll retries after a failure. */
  onFailure: (error: unknown) => void;
}

export abstract class HouseholdStreams<R extends EventStream, D extends StreamDeps> {
  readonly id: Id;
  readonly streams = new Set<R>();
  protected readonly deps: D;
  readonly #sending: CoalescedTask;

  constructor(id: Id, deps: D) {
    this.id = id;
    this.deps = deps;
    this.#sending = new CoalescedTask(
      () => this.send(),
      (error) => this.onFailure(error),
    );
  }

  /** Sends streams what is new; calls during a run coalesce into one rerun. */
  notify(): void {
    this.#sending.run();
  }

  /** A stream lacks the current version; undefined: the household was deleted. */
  abstract isBehind(version: number | undefined): boolean;
  protected abstract send(): Promise<void>;

  protected onFailure(error: unknown): void {
    this.deps.onFailure(error);
  }
}

/** Two timers and one listener serve all streams of a kind in this process. */
export abstract class OpenStreams<
  R extends EventStream,
  H extends HouseholdStreams<R, D>,
  D extends StreamDeps,
> {
  protected readonly deps: D;
  readonly #times: LiveTimes;
  readonly #households = new Map<Id, H>();
  readonly #stopListening: () => void;
  readonly #beats: NodeJS.Timeout;
  /** Change notifications may be lost. */
  readonly #polling: CoalescedTask;
  isStopped = false;
  size = 0;

  constructor(deps: D, times: Partial<LiveTimes> = {}) {
    this.deps = deps;
    this.#times = { ...DEFAULT_TIMES, ...times };
    this.#stopListening = deps.store.onChange((household) => this.#households.get(household)?.notify());
    const { heartbeat, poll } = this.#times;
    this.#beats = setInterval(() => this.tick(deps.monotonicNow()), heartbeat / TICKS_PER_HEARTBEAT).unref();
    this.#polling = new CoalescedTask(() => this.#poll(), deps.onFailure).every(poll);
  }

  protected abstract householdOf(id: Id): H;
  protected abstract heartbeat(): string;

  /** After a successful poll of all households; `onBeat`: after heartbeats to silent streams. */
  protected onPoll(): void {}
  protected onBeat(_silent: readonly R[]): void {}

  protected find(household: Id): H | undefined {
    return this.#households.get(household);
  }

  /** The head of `response` is written. */
  protected add(id: Id, stream: R, response: ServerResponse): void {
    // A closed response emits no 'close', so its stream would never be removed.
    if (response.closed) return;
    const household = this.#households.get(id) ?? this.householdOf(id);
    this.#households.set(id, household);
    household.streams.add(stream);
    this.size += 1;
    response.on('close', () => this.#remove(household, stream));
    stream.write(this.heartbeat(), stream.openedAt);
    household.notify();
  }

  /** Resolves when all streams have ended: a shutdown waits for open connections. */
  async stop(): Promise<void> {
    this.isStopped = true;
    this.#stopListening();
    clearInterval(this.#beats);
    void this.#polling.stop();
    for (const stream of this.all()) stream.close('shutting-down');
    const deadline = this.deps.monotonicNow() + CLOSE_TIMEOUT_MS;
    while (this.#households.size > 0 && this.deps.monotonicNow() < deadline) await pause(5);
    for (const stream of this.all()) stream.drop();
  }

  protected *all(): Generator<R> {
    for (const { streams } of this.#households.values()) yield* streams;
  }

  protected households(): Iterable<H> {
    return this.#households.values();
  }

  protected tick(now: number): void {
    const silent: R[] = [];
    for (const stream of this.all()) {
      if (now - stream.openedAt >= this.#times.life) stream.close('renew');
      else if (now - stream.writtenAt >= this.#times.heartbeat) silent.push(stream);
    }
    if (silent.length === 0) return;
    const heartbeat = this.heartbeat();
    for (const stream of silent) stream.write(heartbeat, now);
    this.onBeat(silent);
  }

  #remove(household: H, stream: R): void {
    if (household.streams.delete(stream)) this.size -= 1;
    if (household.streams.size === 0) this.#households.delete(household.id);
  }

  async #poll(): Promise<void> {
    const ids = [...this.#households.keys()];
    for (let at = 0; at < ids.length; at += HOUSEHOLDS_PER_POLL) {
      const some = ids.slice(at, at + HOUSEHOLDS_PER_POLL);
      const versions = await this.deps.store.versions(some);
      for (const id of some) this.#notifyIfBehind(id, versions.get(id));
    }
    this.onPoll();
  }

  #notifyIfBehind(id: Id, version: number | undefined): void {
    const household = this.#households.get(id);
    if (household?.isBehind(version)) household.notify();
  }
}
