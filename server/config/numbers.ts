import { OPS_PER_REQUEST } from '#domain/protocol/sync.ts';
import type { Problem } from './settings.ts';

/** Reads SIGN_INS_PER_HOUR, the sign-in calls per hour of one address: a school behind one address needs more than a home. */
export function readSignInsPerHour(text: string): number | Problem {
  return readCount(text, 10, 9_999_999);
}

/** Reads OPS_PER_MINUTE or OPS_PER_DAY, the changes that one family may send; a request may hold a hundred. */
export function readOpsRate(text: string): number | Problem {
  return readCount(text, OPS_PER_REQUEST, 999_999_999);
}

function readCount(text: string, least: number, most: number): number | Problem {
  const count = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  return count >= least && count <= most
    ? count
    : { problem: `must be a whole number from ${least} to ${most}` };
}

/** Reads NOTICES_PER_DAY, of which one recipient gets a fifth. */
export function readNoticesPerDay(text: string): number | Problem {
  const count = /^\d{1,7}$/.test(text) ? Number(text) : 0;
  return count >= 30 ? count : { problem: 'must be a whole number from 30 to 9999999' };
}

/** Reads a time in whole seconds, from 0 to `most`, as ms. */
export function readSeconds(text: string, most: number): number | Problem {
  const seconds = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
  return seconds <= most
    ? seconds * 1000
    : { problem: `must be a whole number of seconds from 0 to ${most}` };
}
