import type { Problem } from './problem.ts';

/** Reads a time in whole seconds, from 0 to `most`, as ms. */
export function readSeconds(text: string, most: number): number | Problem {
  const seconds = /^\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
  return seconds <= most
    ? seconds * 1000
    : { problem: `must be a whole number of seconds from 0 to ${most}` };
}
