const RETRY_MS = 5000;

/** After five seconds at the latest; the result cancels. */
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

/** Each time the page becomes visible; the result stops it. */
export function onVisible(listener: () => void): () => void {
  const check = () => document.visibilityState === 'visible' && listener();
  document.addEventListener('visibilitychange', check);
  return () => document.removeEventListener('visibilitychange', check);
}

const MAX_WAIT_MS = 1000;

/** Safari before 26 has no idle callback. */
export function whenIdle(work: () => void): void {
  if (typeof requestIdleCallback === 'undefined') setTimeout(work, MAX_WAIT_MS / 4);
  else requestIdleCallback(work, { timeout: MAX_WAIT_MS });
}
