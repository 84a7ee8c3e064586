import type { Id } from '#domain/ids.ts';
import { isoTime, OFFLINE_DAYS } from '#domain/time.ts';
import type { Dependencies } from '../dependencies.ts';
import { expireVisits, expireVisitsOf } from './expire-visits.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** Longer than a phone sends a tap again by itself, so that one it sends again is never done twice. */
const OUTCOME_DAYS = OFFLINE_DAYS + 30;

const PAUSE_MS = 30_000;
const HOUSEHOLDS_AT_ONCE = 25;

type Parts = Pick<Dependencies, 'store' | 'now' | 'log'>;

/**
 * Forgets visits that are kept no longer, old removals and old outcomes: some households at a time, each about once a
 * day. Several instances may.
 */
export class Forgetting {
  readonly #parts: Parts;
  readonly #timer: NodeJS.Timeout;
  readonly #soon = new Set<Id>();
  #after: Id | undefined;
  #restsUntil = 0;
  #isScrubWanted = false;
  #scrubsFrom = 0;
  #step: Promise<void> | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#timer = setInterval(() => this.#go(), PAUSE_MS).unref();
  }

  /** A household chose how long its visits are kept: what is older goes now. */
  soon(household: Id): void {
    this.#soon.add(household);
    this.#go();
  }

  /** Something was deleted for good: nothing of it is to be left in the store's files. */
  scrubSoon(): void {
    this.#isScrubWanted = true;
  }

  /** Resolves when nothing is being forgotten any more. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#soon.clear();
    await this.#step;
  }

  #go(): void {
    this.#step ??= this.#work()
      .catch((error) => this.#parts.log.warn({ error }, 'nothing could be forgotten for now'))
      .finally(() => {
        this.#step = undefined;
        if (this.#soon.size > 0) this.#go();
      });
  }

  async #work(): Promise<void> {
    for (const household of this.#soon) {
      this.#soon.delete(household);
      this.#isScrubWanted = (await expireVisitsOf(this.#parts, household)) || this.#isScrubWanted;
    }
    if (this.#parts.now() >= this.#restsUntil) await this.#forgetSome();
    if (this.#isScrubWanted && this.#parts.now() >= this.#scrubsFrom) await this.#scrub();
  }

  async #forgetSome(): Promise<void> {
    const { store, now } = this.#parts;
    this.#isScrubWanted =
      (await expireVisits(this.#parts, this.#after, HOUSEHOLDS_AT_ONCE)) || this.#isScrubWanted;
    const daysAgo = (days: number) => isoTime(now() - days * DAY_MS);
    const before = { removals: daysAgo(OFFLINE_DAYS), outcomes: daysAgo(OUTCOME_DAYS) };
    const last = await store.forget(this.#after, before, HOUSEHOLDS_AT_ONCE);
    this.#after = last ?? undefined;
    if (last !== null) return;
    this.#restsUntil = now() + DAY_MS;
    // What parents removed themselves is scrubbed with it, once a day.
    this.#isScrubWanted = true;
  }

  async #scrub(): Promise<void> {
    await this.#parts.store.scrub();
    this.#isScrubWanted = false;
    this.#scrubsFrom = this.#parts.now() + HOUR_MS;
  }
}
