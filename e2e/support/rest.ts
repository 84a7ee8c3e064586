import type { Page, Request } from '@playwright/test';

const unanswered = new WeakMap<Page, Set<Request>>();

/** Notes which requests of a page have no answer yet, for `untilRest`; call it before the page is opened. */
export function watchRequests(page: Page): void {
  if (unanswered.has(page)) return;
  const requests = new Set<Request>();
  unanswered.set(page, requests);
  page.on('request', (request) => {
    // The live stream stays open.
    if (request.resourceType() !== 'eventsource') requests.add(request);
  });
  page.on('requestfinished', (request) => requests.delete(request));
  page.on('requestfailed', (request) => requests.delete(request));
}

/** True if all requests of a watched page have their answers. */
export function isAnswered(page: Page): boolean {
  return (unanswered.get(page)?.size ?? 0) === 0;
}

/** Without a change for this long, a page has been rendered, and so has what was pressed, in ms: React waits 300 ms between two parts that load. */
export const MOMENT = { page: 150, pressed: 350 };

/** Waits until the app has rendered the page: nothing is asked for, loads, or has changed for a moment. */
export async function untilRest(page: Page, moment = MOMENT.page): Promise<void> {
  const requests = unanswered.get(page);
  do await page.evaluate(stillness, moment);
  while (requests !== undefined && requests.size > 0);
}

/** Runs in the page. Resolves when nothing has changed for a moment, and nothing is drawn in the place of what loads. */
function stillness(moment: number): Promise<void> {
  return new Promise((resolve) => {
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(look, moment);
    };
    const changes = new MutationObserver(wait);
    const look = () => {
      const title = document.querySelector('main h1');
      // React notes itself on what it has rendered or hydrated; a prerendered page is not the app yet.
      const isApp = title !== null && Object.keys(title).some((key) => key.startsWith('__react'));
      if (!isApp || document.querySelector('[class*="skeleton"]')) return wait();
      changes.disconnect();
      resolve();
    };
    changes.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    wait();
  });
}
