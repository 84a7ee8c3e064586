import type { Id } from '#domain/ids.ts';
import { isoTime } from '#domain/time.ts';
import type { FeedStore, SessionStore } from '../store/port.ts';
import { frameOf, type LiveReader } from './live-reader.ts';

/** The largest event, in changes and in characters. A phone that missed more syncs instead. */
const CHANGES_PER_EVENT = 100;
const LONGEST_EVENT = 64 * 1024;

export interface LiveDeps {
  store: Pick<FeedStore, 'changes' | 'versions' | 'epoch'> & Pick<SessionStore, 'activeSessions'>;
  /** The server's clock, in ms since 1970. */
  now: () => number;
  /** A monotonic clock, in ms. */
  uptime: () => number;
  /** Called on a failure, after which the slow poll retries. */
  onFailure: (error: unknown) => void;
}

/** The open streams of one household: changes are read once for all streams at the same version. */
export class LiveHousehold {
  readonly id: Id;
  readonly readers = new Set<LiveReader>();
  readonly #deps: LiveDeps;
  #isNotified = false;
  #isSending = false;

  constructor(id: Id, deps: LiveDeps) {
    this.id = id;
    this.#deps = deps;
  }

  /** The version that all readers have reached. */
  get version(): number {
    return Math.min(...this.#versions());
  }

  /** Sends the readers the new changes, if any; called while it is sending, it checks once more afterwards. */
  notify(): void {
    this.#isNotified = true;
    if (this.#isSending) return;
    this.#isSending = true;
    this.#sendAll()
      .catch((error) => this.#deps.onFailure(error))
      .finally(() => {
        this.#isSending = false;
      });
  }

  async #sendAll(): Promise<void> {
    while (this.#isNotified) {
      this.#isNotified = false;
      for (const version of this.#versions()) await this.#sendFrom(version);
    }
  }

  #versions(): Set<number> {
    return new Set([...this.readers].map(({ version }) => version));
  }

  async #sendFrom(after: number): Promise<void> {
    const { store } = this.#deps;
    const page = await store.changes(this.id, after, CHANGES_PER_EVENT);
    if (page.cursor === after && !page.cursorExpired) return;
    const isWhole = page.cursor > after && !page.more && !page.cursorExpired;
    const { changes, cursor } = page;
    const sent = { after, changes, cursor, epoch: store.epoch() };
    const frame = isWhole ? frameOf('changes', sent, cursor) : undefined;
    const reached = page.more ? ((await store.versions([this.id])).get(this.id) ?? cursor) : cursor;
    await this.#closeEnded();
    const fits = frame !== undefined && frame.length <= LONGEST_EVENT;
    this.#send(after, fits ? frame : frameOf('changed', {}), reached);
  }

  #send(after: number, frame: string, version: number): void {
    const at = this.#deps.uptime();
    for (const reader of this.readers) {
      if (reader.version !== after) continue;
      reader.version = version;
      reader.write(frame, at);
    }
  }

  /** Nothing is sent to an ended session, also if another instance ended it. */
  async #closeEnded(): Promise<void> {
    await closeEnded(this.#deps, this.readers);
  }
}

/** Closes those streams whose session has ended. */
export async function closeEnded(
  { store, now }: Pick<LiveDeps, 'store' | 'now'>,
  readers: Iterable<LiveReader>,
): Promise<void> {
  const all = [...readers];
  const active = await store.activeSessions([...new Set(all.map(({ session }) => session))], isoTime(now()));
  for (const reader of all) if (!active.has(reader.session)) reader.close('signed-out');
}
