import { until } from './board.ts';
import type { RunningBrowser } from './engine.ts';

const SHOWN =
  "navigator.serviceWorker.getRegistration('/').then((one) => one.getNotifications()).then((all) => all.map(({ title }) => title))";

/** Resolves once notifications of these titles stand, and no others. They are read in a tab of the origin without the app, which would close them. */
export async function untilShown(
  browser: RunningBrowser,
  url: string,
  wanted: readonly RegExp[],
): Promise<void> {
  const tab = await browser.openTab();
  let titles: string[] = [];
  const isShown = async () => {
    titles = (await tab.run<string[]>(SHOWN)).toSorted();
    return titles.length === wanted.length && wanted.every((one, at) => one.test(titles[at] ?? ''));
  };
  try {
    await tab.goto(`${url}/robots.txt`);
    await until(`shown are ${wanted.join(', ')}`, isShown, 15_000);
  } catch (error) {
    throw new Error(`${(error as Error).message}; there are: ${titles.join(', ') || 'none'}`);
  } finally {
    await tab.close();
  }
}
