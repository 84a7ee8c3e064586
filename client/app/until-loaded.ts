import { reloadPage } from './reload-page.ts';

/** The delay of another attempt after a failed one, in ms. */
const RETRY_MS = 5000;
/** Some browsers remember a script that failed as long as the page is open: then only a reload helps. */
const ATTEMPTS_BEFORE_RELOAD = 3;

/** Calls until it succeeds: after a failure again as soon as the network returns, or in five seconds. */
export async function untilLoaded<T>(load: () => Promise<T>, attempt = 1): Promise<T> {
  try {
    return await load();
  } catch (error) {
    console.error(error);
    if (attempt >= ATTEMPTS_BEFORE_RELOAD) await reloadPage(error, false);
    await networkOrDelay();
    return untilLoaded(load, attempt + 1);
  }
}

function networkOrDelay(): Promise<void> {
  return new Promise((resolve) => {
    const listening = new AbortController();
    const end = () => {
      clearTimeout(timer);
      listening.abort();
      resolve();
    };
    const timer = setTimeout(end, RETRY_MS);
    addEventListener('online', end, listening);
  });
}
