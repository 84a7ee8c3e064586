import type { Locator, Page } from '@playwright/test';
import { openPhone } from './start-clock.ts';

/**
 * A Swedish page on an emulated phone that times taps: the processor is slowed down during each tap alone.
 */
export interface SlowPhone {
  page: Page;
  /** Taps, and waits until the effect on the watched element was painted. */
  tap(button: Locator, watched: Locator): Promise<void>;
  /** The baseline: taps on a page with one button and without any app. */
  tapBarePage(taps: number, pause: number): Promise<void>;
  /** Returns and clears the times measured so far. */
  takeTimes(): Promise<Pick<Stopwatch, 'painted' | 'events'>>;
  close(): Promise<void>;
}

/** Opens a page whose processor is `slower` times slower while a tap is made and shown. */
export async function openSlowPhone(slower: number): Promise<SlowPhone> {
  const context = await openPhone();
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
  const tap = (button: Locator, watched: Locator) => tapAndWait(page, button, watched, { finger, slower });
  return {
    page,
    tap,
    async tapBarePage(taps, pause) {
      await page.goto('about:blank');
      await page.evaluate(() => {
        document.body.innerHTML =
          '<button onclick="this.textContent = Number(this.textContent) + 1">0</button>';
      });
      for (let count = 0; count < taps; count += 1) {
        await tap(page.getByRole('button'), page.getByRole('button'));
        await page.waitForTimeout(pause);
      }
    },
    takeTimes: () =>
      page.evaluate(() => {
        const { painted, events } = window.stopwatch;
        return { painted: painted.splice(0), events: events.splice(0) };
      }),
    close: () => context.close(),
  };
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

/** Runs in the page: measures from each click to the paint that shows its effect. */
interface Stopwatch {
  /** The element whose text the next click changes. */
  watched: Element | undefined;
  /** From the input to the frame after which the text is on the screen, in ms. */
  painted: number[];
  /** The durations of the clicks by the browser's Event Timing, in ms; those under 16 are left out. */
  events: number[];
}

declare global {
  interface Window {
    stopwatch: Stopwatch;
  }
}

/** Serialized and run in the browser, so it may use nothing from outside its body. */
function installStopwatch(): void {
  const stopwatch: Stopwatch = { watched: undefined, painted: [], events: [] };
  window.stopwatch = stopwatch;
  const onClick = (event: Event) => {
    const { watched } = stopwatch;
    const before = watched?.textContent;
    // A user-blocking task that a frame schedules is the first to run after that frame was handed over.
    const painted = () => stopwatch.painted.push(performance.now() - event.timeStamp);
    const afterFrame = () => scheduler.postTask(painted, { priority: 'user-blocking' });
    const look = () =>
      requestAnimationFrame(() => {
        if (watched?.textContent === before) look();
        else void afterFrame();
      });
    if (watched) look();
    stopwatch.watched = undefined;
  };
  window.addEventListener('click', onClick, { capture: true });
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries()) if (name === 'click') stopwatch.events.push(duration);
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
}
