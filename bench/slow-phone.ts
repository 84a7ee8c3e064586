import { type Browser, chromium, type Locator, type Page } from '@playwright/test';
import { findBrowser } from '#tests/support/browser/find-browser.ts';
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

/** After the button was scrolled into sight, in ms: nobody taps what still moves. */
const REST = 100;
/** How long a finger rests on the screen, in ms. What a tap does begins when it is lifted. */
const PRESS = 80;

async function tapAndWait(
  page: Page,
  button: Locator,
  watched: Locator,
  { finger, slower }: { finger: Finger; slower: number },
): Promise<void> {
  const patience = { timeout: 20_000 };
  await button.waitFor();
  const effect = await watched.elementHandle(patience);
  await button.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
  await page.waitForTimeout(REST);
  const { x, y, before } = await button.evaluate(
    (element, to) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      window.stopwatch.watched = to ?? undefined;
      return { x: left + width / 2, y: top + height / 2, before: window.stopwatch.painted.length };
    },
    effect,
    patience,
  );
  await finger.slowDown(slower);
  await finger.press({ x, y });
  await page.waitForFunction((count) => window.stopwatch.painted.length > count, before, patience);
  await finger.slowDown(1);
}
