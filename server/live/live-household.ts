import type { Id } from '#domain/ids.ts';
import { isoTime } from '#domain/time.ts';
import type { Store } from '../store/port.ts';
import { frameOf, type LiveReader } from './live-reader.ts';

/** What travels in one event at most: changes, and characters of it. A phone that missed more syncs instead. */
const CHANGES_PER_EVENT = 100;
const LONGEST_EVENT = 64 * 1024;

/** What the streams stand on: the store, the clock of sessions (ms since 1970) and one that only rises (ms). */
export interface LiveGround {
  store: Pick<Store, 'changes' | 'versions' | 'activeSessions'>;
  now: () => number;
  uptime: () => number;
  /** Told of a failure after which the slow poll tries again. */
  onFailure: (error: unknown) => void;
}

/** The open streams of one household: what changed is read once for all that stand at the same version. */
export class LiveHousehold {
  readonly id: Id;
  readonly readers = new Set<LiveReader>();
  readonly #ground: LiveGround;
  #isAsked = false;
  #isTelling = false;

  constructor(id: Id, ground: LiveGround) {
    this.id = id;
    this.#ground = ground;
  }

  /** The version that all readers have been told. */
  get version(): number {
    return Math.min(...this.#versions());
  }

  /** Tells the readers what is new, if anything is; asked while it tells, it looks once more. */
  tell(): void {
    this.#isAsked = true;
    if (this.#isTelling) return;
    this.#isTelling = true;
    this.#tellAll()
      .catch((error) => this.#ground.onFailure(error))
      .finally(() => {
        this.#isTelling = false;
      });
  }

  async #tellAll(): Promise<void> {
    while (this.#isAsked) {
      this.#isAsked = false;
      for (const version of this.#versions()) await this.#tellFrom(version);
    }
  }

  #versions(): Set<number> {
    return new Set([...this.readers].map(({ version }) => version));
  }

  async #tellFrom(after: number): Promise<void> {
    const { store } = this.#ground;
    const page = await store.changes(this.id, after, CHANGES_PER_EVENT);
    if (page.cursor === after && !page.cursorExpired) return;
    const isWhole = page.cursor > after && !page.more && !page.cursorExpired;
    const { changes, cursor } = page;
    const frame = isWhole ? frameOf('changes', { after, changes, cursor }, cursor) : undefined;
    const told = page.more ? ((await store.versions([this.id])).get(this.id) ?? cursor) : cursor;
    await this.#closeEnded();
    const fits = frame !== undefined && frame.length <= LONGEST_EVENT;
    this.#send(after, fits ? frame : frameOf('changed', {}), told);
  }

  #send(after: number, frame: string, told: number): void {
    const at = this.#ground.uptime();
    for (const reader of this.readers) {
      if (reader.version !== after) continue;
      reader.version = told;
      reader.write(frame, at);
    }
  }

  /** Nothing is told to a session that has ended, wherever it was ended. */
  async #closeEnded(): Promise<void> {
    await closeEnded(this.#ground, this.readers);
  }
}

/** Closes those of these streams whose session is over. */
export async function closeEnded(
  { store, now }: Pick<LiveGround, 'store' | 'now'>,
  readers: Iterable<LiveReader>,
): Promise<void> {
  const all = [...readers];
  const living = await store.activeSessions([...new Set(all.map(({ session }) => session))], isoTime(now()));
  for (const reader of all) if (!living.has(reader.session)) reader.close('signed-out');
}
