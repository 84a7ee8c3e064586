import type { RateLimit } from '../store/ports/store.ts';

/** Swept at this size, then whenever the rest has doubled. */
const SWEEP_FROM = 1000;

/**
 * Generic cell rate algorithm: counts are time that wears off, in ms of a monotonic clock. Each
 * process counts for itself.
 */
export class GcraCounters {
  readonly #counts = new Map<string, { zeroAt: number }>();
  #sweepAt = SWEEP_FROM;

  get size(): number {
    return this.#counts.size;
  }

  left(key: string, now: number): number {
    const count = this.#counts.get(key);
    return count === undefined ? 0 : Math.max(count.zeroAt - now, 0);
  }

  /** In ms, until `n` more are within the limit. */
  wait(key: string, n: number, { burst, interval }: RateLimit, now: number): number {
    return Math.max(0, this.left(key, now) + (n - burst) * interval);
  }

  /** Negative `time` refunds. */
  add(key: string, time: number, now: number): void {
    const count = this.#counts.get(key);
    if (count) count.zeroAt = Math.max(count.zeroAt, now) + time;
    else this.set(key, time, now);
  }

  set(key: string, left: number, now: number): void {
    this.#counts.set(key, { zeroAt: now + left });
    if (this.#counts.size < this.#sweepAt) return;
    for (const [other, { zeroAt }] of this.#counts) if (zeroAt <= now) this.#counts.delete(other);
    this.#sweepAt = Math.max(SWEEP_FROM, 2 * this.#counts.size);
  }
}
