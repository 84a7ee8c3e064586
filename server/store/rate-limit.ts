/** So many attempts at once, and one more each so many ms. */
export interface Allowance {
  burst: number;
  everyMs: number;
}

/** How many ms until another attempt fits an allowance that is full again at a time, in ms since 1970. */
export function waitFor(fullAt: number, now: number, { burst, everyMs }: Allowance): number {
  return Math.max(1, fullAt + everyMs - now - burst * everyMs);
}

/** Fuller by this than an allowance ever gets, it was counted by a clock that ran ahead: it counts as full again. In ms. */
export const CLOCK_WAS_AHEAD = 60 * 60_000;
