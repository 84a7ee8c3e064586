import type { ServerResponse } from 'node:http';
import type { Id } from '#domain/ids.ts';
import { HEARTBEAT_MS } from '#domain/protocol/live.ts';
import type { Store } from '../store/port.ts';
import { closeEnded, type LiveGround, LiveHousehold } from './live-household.ts';
import { frameOf, LiveReader } from './live-reader.ts';

/** How often streams give a sign of life, how often lost hints are made up for, and how long a stream lives, in ms. */
export interface LiveTimes {
  heartbeat: number;
  poll: number;
  life: number;
}

const usual: LiveTimes = { heartbeat: HEARTBEAT_MS, poll: 5000, life: 15 * 60_000 };

/** How finely heartbeats are spread, so that thousands of streams are not all written to at once. */
const TICKS_PER_HEARTBEAT = 20;
const STREAMS_PER_SESSION = 4;
const HOUSEHOLDS_PER_POLL = 1000;
/** How long a stream may take to hand over its last words at the end, in ms. */
const FAREWELL = 500;

const heartbeat = frameOf('heartbeat', {});

/** All open streams of this process. Two timers and one listener serve them all. */
export class LiveStreams {
  readonly #ground: LiveGround;
  readonly #times: LiveTimes;
  readonly #households = new Map<Id, LiveHousehold>();
  readonly #stopListening: () => void;
  readonly #timers: NodeJS.Timeout[];
  #isPolling = false;
  isStopped = false;

  constructor(ground: LiveGround, store: Pick<Store, 'onChange'>, times: Partial<LiveTimes> = {}) {
    this.#ground = ground;
    this.#times = { ...usual, ...times };
    this.#stopListening = store.onChange((household) => this.#households.get(household)?.tell());
    const { heartbeat, poll } = this.#times;
    this.#timers = [
      setInterval(() => this.#tick(), heartbeat / TICKS_PER_HEARTBEAT).unref(),
      setInterval(() => void this.#poll(), poll).unref(),
    ];
  }

  /** Takes in a response whose head is written, and tells it what changed after its version. */
  open(response: ServerResponse, about: { household: Id; session: string; version: number }): void {
    const reader = new LiveReader(response, { ...about, openedAt: this.#ground.uptime() });
    const household =
      this.#households.get(about.household) ?? new LiveHousehold(about.household, this.#ground);
    this.#households.set(about.household, household);
    closeOldest(household, about.session);
    household.readers.add(reader);
    response.on('close', () => this.#forget(household, reader));
    reader.write(heartbeat, reader.openedAt);
    household.tell();
  }

  /** Closes the streams of a session that has just ended. */
  endSession(session: string): void {
    for (const reader of this.#all()) if (reader.session === session) reader.close('signed-out');
  }

  /** Ends all streams; resolves when they are gone. */
  async stop(): Promise<void> {
    this.isStopped = true;
    this.#stopListening();
    for (const timer of this.#timers) clearInterval(timer);
    for (const reader of this.#all()) reader.close('shutting-down');
    const deadline = this.#ground.uptime() + FAREWELL;
    while (this.#households.size > 0 && this.#ground.uptime() < deadline) await pause(5);
    for (const reader of this.#all()) reader.drop();
  }

  *#all(): Generator<LiveReader> {
    for (const { readers } of this.#households.values()) yield* readers;
  }

  #forget(household: LiveHousehold, reader: LiveReader): void {
    household.readers.delete(reader);
    if (household.readers.size === 0) this.#households.delete(household.id);
  }

  /** Renews what has lived its time and gives a sign of life to the silent whose session lives. */
  #tick(): void {
    const now = this.#ground.uptime();
    const silent: LiveReader[] = [];
    for (const reader of this.#all()) {
      if (now - reader.openedAt >= this.#times.life) reader.close('renew');
      else if (now - reader.writtenAt >= this.#times.heartbeat) silent.push(reader);
    }
    if (silent.length === 0) return;
    for (const reader of silent) reader.write(heartbeat, now);
    closeEnded(this.#ground, silent).catch((error) => this.#ground.onFailure(error));
  }

  /** Hints may be lost; the versions of the households that somebody listens to tell what they would have told. */
  async #poll(): Promise<void> {
    if (this.#isPolling) return;
    this.#isPolling = true;
    try {
      const listened = [...this.#households.keys()];
      for (let at = 0; at < listened.length; at += HOUSEHOLDS_PER_POLL) {
        const versions = await this.#ground.store.versions(listened.slice(at, at + HOUSEHOLDS_PER_POLL));
        for (const [id, version] of versions) this.#tellIfBehind(id, version);
      }
    } catch (error) {
      this.#ground.onFailure(error);
    } finally {
      this.#isPolling = false;
    }
  }

  #tellIfBehind(id: Id, version: number): void {
    const household = this.#households.get(id);
    if (household && household.version !== version) household.tell();
  }
}

/** A session that opens one stream too many loses its oldest: a tab that nobody sees any more, as a rule. */
function closeOldest({ readers }: LiveHousehold, session: string): void {
  const own = [...readers].filter((reader) => reader.session === session && reader.isOpen);
  if (own.length >= STREAMS_PER_SESSION) own[0]?.close('too-many-streams');
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
