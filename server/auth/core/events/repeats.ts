import { MINUTE_MS } from '#domain/time.ts';

/** No more repeated events than these are remembered: each is a short text. */
const MAX_REMEMBERED = 10_000;

/** Counts repeats, so that a flood of refused requests is one line a minute. `now` is in ms of a monotonic clock. */
export class Repeats {
  readonly #seen = new Map<string, { until: number; unsaid: number }>();

  /** Returns undefined for a repeat within the minute, else the number of repeats that were not reported before. */
  count(key: string, now: number): number | undefined {
    const seen = this.#seen.get(key);
    if (seen && now < seen.until) {
      seen.unsaid += 1;
      return undefined;
    }
    this.#seen.delete(key);
    this.#seen.set(key, { until: now + MINUTE_MS, unsaid: 0 });
    const [oldest] = this.#seen.keys();
    if (this.#seen.size > MAX_REMEMBERED && oldest !== undefined) this.#seen.delete(oldest);
    return seen?.unsaid ?? 0;
  }
}
