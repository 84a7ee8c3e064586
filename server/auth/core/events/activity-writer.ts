import type { Logger } from 'pino';
import { isoTime } from '#domain/time.ts';
import { ACTIVITY_ENTRIES, LIFETIMES } from '../../../limits.ts';
import type { ActivityEntry, ActivityStore } from '../../../store/ports/store.ts';

/**
 * The delay before entries are written, together: the database's time then tells nobody whether the e-mail of a failed
 * log-in has an account, and a flood of events is one transaction.
 */
const DELAY_MS = 1000;
/** Entries beyond this wait for nothing: they are dropped, and stand in the log alone. */
const MAX_WAITING = 10_000;

/** An event as it is stored: `body` says everything about it but when. */
export interface NewActivity {
  uid: string;
  body: string;
  times: number;
  /** The time for which what happens alike is one entry. */
  per: 'day' | 'month';
}

/** The letters of an ISO time that name it. */
const PERIODS = { day: 10, month: 7 } as const;

/** Collects the activity of accounts and writes it every second. What happened alike in its period is counted in one entry. */
export class ActivityWriter {
  readonly #store: Pick<ActivityStore, 'addActivity'>;
  readonly #log: Logger;
  #waiting = new Map<string, ActivityEntry>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(store: Pick<ActivityStore, 'addActivity'>, log: Logger) {
    this.#store = store;
    this.#log = log;
  }

  /** Adds an event of the time `now`, in ms. */
  add({ uid, body, times: more, per }: NewActivity, now: number): void {
    const at = isoTime(now);
    const key = `${at.slice(0, PERIODS[per])} ${body}`;
    const id = `${uid} ${key}`;
    const waiting = this.#waiting.get(id);
    if (!waiting && this.#waiting.size >= MAX_WAITING) return;
    const times = (waiting?.times ?? 0) + more;
    this.#waiting.set(id, { uid, key, body, at, times, expiresAt: isoTime(now + LIFETIMES.activity) });
    this.#timer ??= setTimeout(() => void this.flush(), DELAY_MS).unref();
  }

  /** Resolves when everything that was added is written, or could not be. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const entries = [...this.#waiting.values()];
    this.#waiting = new Map();
    if (entries.length > 0) this.#writing = this.#writing.then(() => this.#write(entries));
    return this.#writing;
  }

  async #write(entries: readonly ActivityEntry[]): Promise<void> {
    try {
      await this.#store.addActivity(entries, ACTIVITY_ENTRIES);
    } catch (error) {
      this.#log.warn({ error, entries: entries.length }, 'recent activity could not be stored');
    }
  }
}
