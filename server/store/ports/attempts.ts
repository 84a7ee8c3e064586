/** Rate limits that survive a restart and are shared by all instances. */
export interface AttemptStore {
  /**
   * Counts an attempt against the limit under a key. `now` is in ms since 1970. Returns 0 if the attempt is allowed,
   * else the time in ms after which to retry; a refused attempt does not count.
   */
  attempt(key: string, now: number, limit: RateLimit): Promise<number>;
  /** Makes all attempts of a limit available again, as after the right password. */
  resetAttempts(key: string): Promise<void>;
}

/** A number of attempts at once, and one more after each interval. */
export interface RateLimit {
  burst: number;
  /** Milliseconds. */
  interval: number;
}
