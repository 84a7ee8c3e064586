import { MINUTE_MS } from '#domain/time.ts';
import type { RateLimit } from '../ports/attempts.ts';

/** Returns the ms until the next attempt. `fullAt`: when the limit is available in full again, in ms since 1970. */
export function waitFor(fullAt: number, now: number, { burst, interval }: RateLimit): number {
  return Math.max(1, fullAt + interval - now - burst * interval);
}

/**
 * A limit that is used up by more than its burst and this, in ms, was counted by a clock that was set back since: it takes one
 * attempt, and is used up by its burst again. The clocks of servers that share a store differ by less.
 */
export const CLOCK_TOLERANCE_MS = MINUTE_MS;
