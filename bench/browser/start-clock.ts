import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { findBrowser } from '#tests/support/browser/find-browser.ts';

/** Milestones of a page's start, in ms since its navigation began. */
export interface Start {
  /** The first paint. */
  painted: number;
  /** A button that checks somebody in was painted. */
  usable: number;
}

declare global {
  interface Window {
    /** Tells this process, whose questions would slow the start down. */
    tellUsable?(nothing: string): void;
  }
}

/** The mark of the first frame with a button that checks somebody in. */
const USABLE = 'usable';

/** Settings with which a browser starts, without network use of its own. */
export function browserOptions() {
  const { executablePath, env } = findBrowser();
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return {
    executablePath,
    env: { ...(process.env as Record<string, string>), ...env },
    args: [...sandbox, '--disable-background-networking', '--disable-component-update', '--no-first-run'],
  };
}

/** Opens a browser with an emulated phone. */
export async function openPhone(): Promise<BrowserContext> {
  const browser = await chromium.launch(browserOptions());
  const context = await browser.newContext({
    ...{ locale: 'sv-SE', timezoneId: 'Europe/Stockholm', viewport: { width: 390, height: 844 } },
    ...{ hasTouch: true, isMobile: true },
  });
  context.on('close', () => void browser.close());
  return context;
}

/** A slow network: ms of a round trip, bytes a second. */
interface Network {
  latency: number;
  downloadThroughput: number;
  uploadThroughput: number;
}

/** Opens a page with the processor `slower` times slower, over a slow network if one is given. */
export async function openSlowPage(context: BrowserContext, slower: number, network?: Network) {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  if (network) {
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', { offline: false, ...network });
  }
  await session.send('Emulation.setCPUThrottlingRate', { rate: slower });
  return { page, session };
}

/** The time of a mark, or of a paint, in ms since the navigation of the page. */
export function timeOf(page: Page, mark: string): Promise<number> {
  return page.evaluate((name) => performance.getEntriesByName(name)[0]?.startTime ?? Number.NaN, mark);
}

/** Starts the app in a new slow page, until it is usable. */
export async function timeStart(
  context: BrowserContext,
  address: string,
  slower: number,
  network?: Network,
): Promise<Start> {
  const { page, session } = await openSlowPage(context, slower, network);
  await page.addInitScript(noteUsable, USABLE);
  await session.send('Runtime.enable');
  await session.send('Runtime.addBinding', { name: 'tellUsable' satisfies keyof Window });
  const isUsable = new Promise((resolve) => session.once('Runtime.bindingCalled', resolve));
  await page.goto(address, { waitUntil: 'commit' });
  await isUsable;
  const start = {
    painted: await timeOf(page, 'first-contentful-paint'),
    usable: await timeOf(page, USABLE),
  };
  await page.close();
  return start;
}

/** Serialized and run in the browser, so it may use nothing from outside its body. */
function noteUsable(usable: string): void {
  const look = () => {
    if (!document.querySelector('main li button[data-moves]')) return void requestAnimationFrame(look);
    // A user-blocking task that a frame schedules is the first to run after that frame was handed over.
    const note = () => {
      performance.mark(usable);
      window.tellUsable?.('');
    };
    void scheduler.postTask(note, { priority: 'user-blocking' });
  };
  requestAnimationFrame(look);
}
