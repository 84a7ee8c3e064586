import type { ServerResponse } from 'node:http';
import type { Id } from '#domain/ids.ts';
import { HEARTBEAT_MS } from '#domain/protocol/live.ts';
import { MINUTE_MS } from '#domain/time.ts';
import type { FeedStore } from '../store/port.ts';
import { closeEnded, type LiveDeps, LiveHousehold } from './live-household.ts';
import { frameOf, LiveReader } from './live-reader.ts';

/** The intervals of the heartbeat and of the poll that makes up for lost hints, and the lifetime of a stream, in ms. */
export interface LiveTimes {
  heartbeat: number;
  poll: number;
  life: number;
}

const DEFAULT_TIMES: LiveTimes = { heartbeat: HEARTBEAT_MS, poll: 5000, life: 15 * MINUTE_MS };

/** Heartbeats are spread over ticks, so that thousands of streams are not all written to at once. */
const TICKS_PER_HEARTBEAT = 20;
const STREAMS_PER_SESSION = 4;
const HOUSEHOLDS_PER_POLL = 1000;
/** The time that a stream has for its last event at shutdown. */
const CLOSE_TIMEOUT_MS = 500;

const heartbeat = frameOf('heartbeat', {});

/** All open streams of this process. Two timers and one listener serve them all. */
export class LiveStreams {
  readonly #deps: LiveDeps;
  readonly #times: LiveTimes;
  readonly #households = new Map<Id, LiveHousehold>();
  readonly #stopListening: () => void;
  readonly #timers: NodeJS.Timeout[];
  #isPolling = false;
  isStopped = false;

  constructor(deps: LiveDeps, store: Pick<FeedStore, 'onChange'>, times: Partial<LiveTimes> = {}) {
    this.#deps = deps;
    this.#times = { ...DEFAULT_TIMES, ...times };
    this.#stopListening = store.onChange((household) => this.#households.get(household)?.notify());
    const { heartbeat, poll } = this.#times;
    this.#timers = [
      setInterval(() => this.#tick(), heartbeat / TICKS_PER_HEARTBEAT).unref(),
      setInterval(() => void this.#poll(), poll).unref(),
    ];
  }

  /** Adds a stream, a response whose head is written, and sends it the changes after its version. */
  open(response: ServerResponse, about: { household: Id; session: string; version: number }): void {
    // A response that is closed already will not close a second time, and its reader would never be removed.
    if (response.closed) return;
    const reader = new LiveReader(response, { ...about, openedAt: this.#deps.uptime() });
    const household = this.#households.get(about.household) ?? new LiveHousehold(about.household, this.#deps);
    this.#households.set(about.household, household);
    closeOldest(household, about.session);
    household.readers.add(reader);
    response.on('close', () => this.#remove(household, reader));
    reader.write(heartbeat, reader.openedAt);
    household.notify();
  }

  /** Closes the streams of a session that has just ended. */
  endSession(session: string): void {
    for (const reader of this.#all()) if (reader.session === session) reader.close('signed-out');
  }

  /** Closes all streams; resolves when they have ended. */
  async stop(): Promise<void> {
    this.isStopped = true;
    this.#stopListening();
    for (const timer of this.#timers) clearInterval(timer);
    for (const reader of this.#all()) reader.close('shutting-down');
    const deadline = this.#deps.uptime() + CLOSE_TIMEOUT_MS;
    while (this.#households.size > 0 && this.#deps.uptime() < deadline) await pause(5);
    for (const reader of this.#all()) reader.drop();
  }

  *#all(): Generator<LiveReader> {
    for (const { readers } of this.#households.values()) yield* readers;
  }

  #remove(household: LiveHousehold, reader: LiveReader): void {
    household.readers.delete(reader);
    if (household.readers.size === 0) this.#households.delete(household.id);
  }

  /** Closes streams past their lifetime; sends a heartbeat to silent streams, and closes those whose session has ended. */
  #tick(): void {
    const now = this.#deps.uptime();
    const silent: LiveReader[] = [];
    for (const reader of this.#all()) {
      if (now - reader.openedAt >= this.#times.life) reader.close('renew');
      else if (now - reader.writtenAt >= this.#times.heartbeat) silent.push(reader);
    }
    if (silent.length === 0) return;
    for (const reader of silent) reader.write(heartbeat, now);
    closeEnded(this.#deps, silent).catch((error) => this.#deps.onFailure(error));
  }

  /** Compares the versions of all households with open streams, because hints may be lost. */
  async #poll(): Promise<void> {
    if (this.#isPolling) return;
    this.#isPolling = true;
    try {
      const households = [...this.#households.keys()];
      for (let at = 0; at < households.length; at += HOUSEHOLDS_PER_POLL) {
        const versions = await this.#deps.store.versions(households.slice(at, at + HOUSEHOLDS_PER_POLL));
        for (const [id, version] of versions) this.#notifyIfBehind(id, version);
      }
    } catch (error) {
      this.#deps.onFailure(error);
    } finally {
      this.#isPolling = false;
    }
  }

  #notifyIfBehind(id: Id, version: number): void {
    const household = this.#households.get(id);
    if (household && household.version !== version) household.notify();
  }
}

/** Closes a session's oldest stream if it opens too many: usually a tab that is no longer visible. */
function closeOldest({ readers }: LiveHousehold, session: string): void {
  const own = [...readers].filter((reader) => reader.session === session && reader.isOpen);
  if (own.length >= STREAMS_PER_SESSION) own[0]?.close('too-many-streams');
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
