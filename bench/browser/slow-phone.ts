import { type Browser, chromium, type Locator, type Page } from '@playwright/test';
import { findBrowser } from '#tests/support/browser/find-browser.ts';
import { installStopwatch, type Stopwatch } from './stopwatch.ts';

/**
 * A Swedish page on an emulated phone that times taps: the processor is slowed down during each tap alone.
 */
export interface SlowPhone {
  page: Page;
  /** Taps, and waits until the effect on the watched element was painted. */
  tap(button: Locator, watched: Locator): Promise<void>;
  /** Returns and clears the times measured so far. */
  takeTimes(): Promise<Pick<Stopwatch, 'painted' | 'events'>>;
  close(): Promise<void>;
}

/** Opens a page whose processor is `slower` times slower while a tap is made and shown. */
export async function openSlowPhone(slower: number): Promise<SlowPhone> {
  const browser = await launch();
  const context = await browser.newContext({
    locale: 'sv-SE',
    timezoneId: 'Europe/Stockholm',
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  await context.addInitScript(installStopwatch);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const finger: Finger = {
    async slowDown(rate) {
      await session.send('Emulation.setCPUThrottlingRate', { rate });
    },
    async press(point) {
      await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
      await page.waitForTimeout(PRESS);
      await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    },
  };
  return {
    page,
    tap: (button, watched) => tapAndWait(page, button, watched, { finger, slower }),
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

interface Finger {
  slowDown(rate: number): Promise<void>;
  press(point: { x: number; y: number }): Promise<void>;
}

/** The pause after scrolling the button into view, in ms: nobody taps a moving target. */
const REST = 100;
/** The length of a touch, in ms; its click begins when the finger is lifted. */
const PRESS = 80;

async function tapAndWait(
  page: Page,
  button: Locator,
  watched: Locator,
  { finger, slower }: { finger: Finger; slower: number },
): Promise<void> {
  const slowTimeout = { timeout: 20_000 };
  await button.waitFor();
  const effect = await watched.elementHandle(slowTimeout);
  await button.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
  await page.waitForTimeout(REST);
  const { x, y, before } = await button.evaluate(
    (element, to) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      window.stopwatch.watched = to ?? undefined;
      return { x: left + width / 2, y: top + height / 2, before: window.stopwatch.painted.length };
    },
    effect,
    slowTimeout,
  );
  await finger.slowDown(slower);
  await finger.press({ x, y });
  await page.waitForFunction((count) => window.stopwatch.painted.length > count, before, slowTimeout);
  await finger.slowDown(1);
}
