/** The longest wait for an idle page, in ms. */
const MAX_WAIT_MS = 1000;

/** Runs work once the page has nothing else to do. Falls back to a timer: Safari before 26 does not tell. */
export function whenIdle(work: () => void): void {
  if (typeof requestIdleCallback === 'undefined') setTimeout(work, MAX_WAIT_MS / 4);
  else requestIdleCallback(work, { timeout: MAX_WAIT_MS });
}
