/** The delay of another attempt after a failed one, in ms. */
const RETRY_MS = 5000;

/** Calls back once: when the network returns, or in five seconds. Returns a function that cancels. */
export function whenOnline(then: () => void): () => void {
  const listening = new AbortController();
  const end = () => {
    cancel();
    then();
  };
  const timer = setTimeout(end, RETRY_MS);
  const cancel = () => {
    clearTimeout(timer);
    listening.abort();
  };
  addEventListener('online', end, listening);
  return cancel;
}

/** The longest wait for an idle page, in ms. */
const MAX_WAIT_MS = 1000;

/** Runs work once the page has nothing else to do. Falls back to a timer: Safari before 26 does not tell. */
export function whenIdle(work: () => void): void {
  if (typeof requestIdleCallback === 'undefined') setTimeout(work, MAX_WAIT_MS / 4);
  else requestIdleCallback(work, { timeout: MAX_WAIT_MS });
}
