import type { Problem } from './problem.ts';

/** Reads SIGN_INS_PER_HOUR, the sign-in calls per hour of one address: a school behind one address needs more than a home. */
export function readSignInsPerHour(text: string): number | Problem {
  const count = /^\d{1,7}$/.test(text) ? Number(text) : 0;
  return count >= 10 ? count : { problem: 'must be a whole number from 10 to 9999999' };
}
