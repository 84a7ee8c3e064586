import { setTimeout as pause } from 'node:timers/promises';
import type { Id } from '#domain/ids.ts';
import { CallError } from './call-error.ts';
import { Turns } from './turns.ts';

/** The work that a request is, however little it asks for; one unit is a document read and sent, some ten microseconds. */
export const REQUEST_WORK = 50;
/** The work of an op, also of one that is refused. */
export const OP_WORK = 5;
/** A rate of ops below this one slows nobody's reading. */
const LEAST_OPS_PER_MINUTE = 600;
/** The work of so many seconds may come at once: a new phone with a history of years never waits. */
const BURST_SECONDS = 2;
/** The requests of a household that wait at once, and what another one is told, in seconds. */
const MOST_WAITING = 32;
const RETRY_AFTER = 1;
/** One who sleeps looks so often whether the phone is still there, in ms. */
const LONGEST_SLEEP_MS = 1000;
/** Households that have rested are forgotten when the others have grown to so many. */
const SWEEP_FROM = 1000;

/**
 * Gives each household about a tenth of the server's time: one that asks for more waits before its next request is read.
 * For each op a second that it may send, it may have a thousand documents a second.
 */
export class Pace {
  readonly #perMs: number;
  readonly #now: () => number;
  readonly #pause: (ms: number) => Promise<unknown>;
  /** The time at which a household has rested as long as all its work asks for, in ms. */
  readonly #restedAt = new Map<Id, number>();
  /** Of those of a household that wait one sleeps, and the others are behind it: woken together, all would ask anew each time. */
  readonly #turns = new Turns();
  readonly #waiting = new Map<Id, number>();
  #sweepAt = SWEEP_FROM;

  /** `now` is a monotonic clock in ms. */
  constructor(
    { opsPerMinute }: { opsPerMinute: number },
    now: () => number,
    rest: (ms: number) => Promise<unknown> = pause,
  ) {
    this.#perMs = Math.max(opsPerMinute, LEAST_OPS_PER_MINUTE) / 60;
    this.#now = now;
    this.#pause = rest;
  }

  /**
   * Waits until the household may work again, and counts what it begins. Returns true if it had to wait. Throws
   * 'too-many-requests' if many wait already, and 'unavailable', to nobody, if the one who asked is gone: nothing is counted.
   */
  async begin(household: Id, work = REQUEST_WORK, isGone: () => boolean = () => false): Promise<boolean> {
    const ahead = this.#waiting.get(household) ?? 0;
    if (ahead === 0 && this.#waitOf(household) <= 0) {
      this.count(household, work);
      return false;
    }
    if (ahead >= MOST_WAITING) throw new CallError('too-many-requests', { retryAfter: RETRY_AFTER });
    this.#waiting.set(household, ahead + 1);
    await this.#turns
      .run(household, () => this.#sleep(household, isGone))
      .finally(() => this.#leave(household));
    this.count(household, work);
    return true;
  }

  /** Counts work that was done; less than none gives back what was counted in vain. */
  count(household: Id, work: number): void {
    const now = this.#now();
    const from = Math.max(this.#restedAt.get(household) ?? 0, now);
    this.#restedAt.set(household, from + work / this.#perMs);
    if (this.#restedAt.size < this.#sweepAt) return;
    for (const [other, at] of this.#restedAt) if (at <= now) this.#restedAt.delete(other);
    this.#sweepAt = Math.max(SWEEP_FROM, 2 * this.#restedAt.size);
  }

  async #sleep(household: Id, isGone: () => boolean): Promise<void> {
    for (let wait = this.#waitOf(household); wait > 0 && !isGone(); wait = this.#waitOf(household))
      await this.#pause(Math.min(wait, LONGEST_SLEEP_MS));
    if (isGone()) throw new CallError('unavailable');
  }

  #leave(household: Id): void {
    const left = (this.#waiting.get(household) ?? 1) - 1;
    if (left > 0) this.#waiting.set(household, left);
    else this.#waiting.delete(household);
  }

  #waitOf(household: Id): number {
    const rested = this.#restedAt.get(household) ?? 0;
    return Math.ceil(rested - this.#now() - BURST_SECONDS * 1000);
  }
}
