/** Keys whose count is zero again are forgotten when there are so many, and again when the others have doubled. */
const SWEEP_FROM = 1000;

/**
 * Counts by key, in memory, as time that wears off (generic cell rate algorithm): what may come at once and how much a unit counts
 * is its user's. All times in ms of a monotonic clock. A restart or another server counts from zero.
 */
export class Rates {
  /** By key the time at which its count is zero again, in an object that every tap changes in place. */
  readonly #counts = new Map<string, { zeroAt: number }>();
  #sweepAt = SWEEP_FROM;

  /** The number of keys that are counted. */
  get size(): number {
    return this.#counts.size;
  }

  /** Returns the time in which the count of a key wears off. */
  left(key: string, now: number): number {
    const count = this.#counts.get(key);
    return count === undefined ? 0 : Math.max(count.zeroAt - now, 0);
  }

  /** Adds time to a count; less than none gives back what was counted in vain. */
  add(key: string, time: number, now: number): void {
    const count = this.#counts.get(key);
    if (count) count.zeroAt = Math.max(count.zeroAt, now) + time;
    else this.set(key, time, now);
  }

  /** Sets the time in which the count of a key wears off. */
  set(key: string, left: number, now: number): void {
    this.#counts.set(key, { zeroAt: now + left });
    if (this.#counts.size < this.#sweepAt) return;
    for (const [other, { zeroAt }] of this.#counts) if (zeroAt <= now) this.#counts.delete(other);
    this.#sweepAt = Math.max(SWEEP_FROM, 2 * this.#counts.size);
  }
}
