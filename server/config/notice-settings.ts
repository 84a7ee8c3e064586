import type { Problem } from './problem.ts';

/** Reads NOTICES_PER_DAY, of which one recipient gets a fifth. */
export function readNoticesPerDay(text: string): number | Problem {
  const count = /^\d{1,7}$/.test(text) ? Number(text) : 0;
  return count >= 30 ? count : { problem: 'must be a whole number from 30 to 9999999' };
}
