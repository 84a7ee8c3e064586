/** Exponential backoff after this many failures, from one second up to `longest`, in ms; the caller adds jitter. */
export function backoff(failures: number, longest: number): number {
  return Math.min(longest, 1000 * 2 ** Math.min(Math.max(0, failures - 1), 9));
}
