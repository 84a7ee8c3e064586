import { HOUR_MS } from '#domain/time.ts';
import type { RateLimit } from './ports/attempts.ts';

/** Returns the ms until the next attempt. `fullAt`: when the limit is available in full again, in ms since 1970. */
export function waitFor(fullAt: number, now: number, { burst, interval }: RateLimit): number {
  return Math.max(1, fullAt + interval - now - burst * interval);
}

/**
 * The tolerance for a clock that was ahead when an attempt was counted, in ms: a limit that is used up by more than this
 * beyond its burst counts as available again.
 */
export const CLOCK_DRIFT_TOLERANCE_MS = HOUR_MS;
