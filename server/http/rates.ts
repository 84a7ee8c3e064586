/** Keys whose count is zero again are forgotten when there are so many, and again when the others have doubled. */
const SWEEP_FROM = 1000;

/**
 * Counts by key, in memory, as time that wears off (generic cell rate algorithm): what may come at once and how much a unit counts
 * is its user's. All times in ms of a monotonic clock. A restart or another server counts from zero.
 */
export class Rates {
  /** By key the time at which its count is zero again. */
  readonly #zeroAt = new Map<string, number>();
  #sweepAt = SWEEP_FROM;

  /** The number of keys that are counted. */
  get size(): number {
    return this.#zeroAt.size;
  }

  /** Returns the time in which the count of a key wears off. */
  left(key: string, now: number): number {
    return Math.max((this.#zeroAt.get(key) ?? now) - now, 0);
  }

  /** Adds time to a count; less than none gives back what was counted in vain. */
  add(key: string, time: number, now: number): void {
    this.set(key, this.left(key, now) + time, now);
    if (this.#zeroAt.size < this.#sweepAt) return;
    for (const [other, zeroAt] of this.#zeroAt) if (zeroAt <= now) this.#zeroAt.delete(other);
    this.#sweepAt = Math.max(SWEEP_FROM, 2 * this.#zeroAt.size);
  }

  set(key: string, left: number, now: number): void {
    this.#zeroAt.set(key, now + left);
  }
}
