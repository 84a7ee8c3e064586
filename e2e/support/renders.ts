import type { Locator, Page } from '@playwright/test';
import { pauseClock } from './paused-clock.ts';
import { isAnswered, MOMENT, untilRest, watchRequests } from './rest.ts';

/** The renders of React, as a page of production code tells its developer tools. */
declare global {
  interface Window {
    /** The number of components rendered since the last click, until its frame. */
    renderedBeforeFrame: number;
    __REACT_DEVTOOLS_GLOBAL_HOOK__: unknown;
  }
}

/** Counts the components that a page renders, and installs its clock; call it before the page is loaded. */
export async function countRenders(page: Page): Promise<void> {
  watchRequests(page);
  await page.clock.install();
  await page.addInitScript(installCounter);
}

/**
 * Taps once the page rests, and returns how many components were rendered before the frame that shows the tap. The page's clock
 * stands still meanwhile: what waits for a frame or some ms does not come first because the frame is late.
 */
export async function rendersOf(tapped: Locator): Promise<number> {
  const page = tapped.page();
  await untilRest(page, MOMENT.pressed);
  await pauseClock(page);
  do {
    await page.evaluate(() => {
      window.renderedBeforeFrame = 0;
    });
    await page.waitForTimeout(300);
  } while (!isAnswered(page) || (await page.evaluate(() => window.renderedBeforeFrame > 0)));
  const rendered = await tapped.evaluate(async (button: HTMLElement) => {
    button.click();
    // Called in the next frame, as the paused clock's own frames are not.
    await new Promise((resolve) => new ResizeObserver(resolve).observe(button));
    return window.renderedBeforeFrame;
  });
  await page.clock.resume();
  return rendered;
}

/** Serialized and run in the browser, so it may use nothing from outside its body. */
function installCounter(): void {
  interface Fiber {
    tag: number;
    flags: number;
    alternate: Fiber | null;
    child: Fiber | null;
    sibling: Fiber | null;
    memoizedProps: unknown;
    memoizedState: unknown;
  }
  // React's tags of components, and its flag of a fiber whose component was called.
  const [COMPONENTS, PERFORMED_WORK] = [[0, 11, 14, 15], 1];
  const isRendered = ({ tag, flags, alternate, memoizedProps, memoizedState }: Fiber) =>
    COMPONENTS.includes(tag) &&
    (flags & PERFORMED_WORK) !== 0 &&
    (alternate?.memoizedProps !== memoizedProps || alternate?.memoizedState !== memoizedState);
  const count = (first: Fiber | null): number => {
    let rendered = 0;
    for (let fiber = first; fiber; fiber = fiber.sibling) {
      if (isRendered(fiber)) rendered += 1;
      // The same child as before: nothing below was rendered.
      if (fiber.alternate?.child !== fiber.child || !fiber.alternate) rendered += count(fiber.child);
    }
    return rendered;
  };
  window.renderedBeforeFrame = 0;
  window.__REACT_DEVTOOLS_GLOBAL_HOOK__ = {
    supportsFiber: true,
    renderers: new Map(),
    inject: () => 1,
    checkDCE: () => undefined,
    onCommitFiberUnmount: () => undefined,
    onPostCommitFiberRoot: () => undefined,
    onCommitFiberRoot: (_renderer: number, root: { current: Fiber }) => {
      window.renderedBeforeFrame += count(root.current.child);
    },
  };
}
