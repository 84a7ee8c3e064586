import type { Problem } from './problem.ts';

/** Reads NOTICE_HOLD_SECONDS as ms. */
export function readHold(text: string): number | Problem {
  const seconds = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
  return seconds <= 3600 ? seconds * 1000 : { problem: 'must be a whole number of seconds from 0 to 3600' };
}

/** Reads NOTICES_PER_DAY, of which one recipient gets a fifth. */
export function readNoticesPerDay(text: string): number | Problem {
  const count = /^\d{1,7}$/.test(text) ? Number(text) : 0;
  return count >= 30 ? count : { problem: 'must be a whole number from 30 to 9999999' };
}
