import { type Browser, chromium, type Locator, type Page } from '@playwright/test';
import { findBrowser } from '#tests/support/browser.ts';
import { installStopwatch, type Stopwatch } from './stopwatch.ts';

/** A page as on a phone, in Swedish, with a stopwatch for taps: slow during each, and fast while the next is looked for. */
export interface SlowPhone {
  page: Page;
  /** Taps, and waits until the effect on the watched element was painted. */
  tap(button: Locator, watched: Locator): Promise<void>;
  /** What was measured since this was last asked. */
  takeTimes(): Promise<Pick<Stopwatch, 'painted' | 'events'>>;
  close(): Promise<void>;
}

/** In: how many times slower the processor is while a tap is made and shown. */
export async function openSlowPhone(slower: number): Promise<SlowPhone> {
  const browser = await launch();
  const context = await browser.newContext({
    locale: 'sv-SE',
    timezoneId: 'Europe/Stockholm',
    viewport: { width: 390, height: 844 },
  });
  await context.addInitScript(installStopwatch);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const slowDown = async (isTapping: boolean): Promise<void> => {
    await session.send('Emulation.setCPUThrottlingRate', { rate: isTapping ? slower : 1 });
  };
  return {
    page,
    tap: (button, watched) => tapAndWait(page, button, watched, slowDown),
    takeTimes: () =>
      page.evaluate(() => {
        const { painted, events } = window.stopwatch;
        return { painted: painted.splice(0), events: events.splice(0) };
      }),
    close: () => browser.close(),
  };
}

function launch(): Promise<Browser> {
  const { executablePath, env } = findBrowser();
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const args = [
    ...sandbox,
    '--disable-background-networking',
    '--disable-component-update',
    '--no-first-run',
  ];
  return chromium.launch({
    executablePath,
    env: { ...(process.env as Record<string, string>), ...env },
    args,
  });
}

async function tapAndWait(
  page: Page,
  button: Locator,
  watched: Locator,
  slowDown: (isTapping: boolean) => Promise<void>,
): Promise<void> {
  const patience = { timeout: 20_000 };
  await button.waitFor();
  const effect = await watched.elementHandle(patience);
  const { x, y, before } = await button.evaluate(
    (element, to) => {
      element.scrollIntoView({ block: 'center', behavior: 'instant' });
      const { left, top, width, height } = element.getBoundingClientRect();
      window.stopwatch.watched = to ?? undefined;
      return { x: left + width / 2, y: top + height / 2, before: window.stopwatch.painted.length };
    },
    effect,
    patience,
  );
  await slowDown(true);
  await page.mouse.click(x, y);
  await page.waitForFunction((count) => window.stopwatch.painted.length > count, before, patience);
  await slowDown(false);
}
