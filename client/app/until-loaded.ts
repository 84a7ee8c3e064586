import { whenOnline } from '#client/lib/when-online.ts';
import { reloadPage } from './reload-page.ts';

/** Some browsers remember a script that failed as long as the page is open: then only a reload helps. */
const ATTEMPTS_BEFORE_RELOAD = 3;

/** Calls until it succeeds: after a failure again as soon as the network returns, or in five seconds. */
export async function untilLoaded<T>(load: () => Promise<T>, attempt = 1): Promise<T> {
  try {
    return await load();
  } catch (error) {
    console.error(error);
    if (attempt >= ATTEMPTS_BEFORE_RELOAD) await reloadPage(error, false);
    await new Promise<void>((resolve) => whenOnline(resolve));
    return untilLoaded(load, attempt + 1);
  }
}
