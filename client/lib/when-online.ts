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
