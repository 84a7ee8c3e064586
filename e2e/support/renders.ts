import type { Locator, Page } from '@playwright/test';

/** The renders of React, as a page of production code tells its developer tools. */
declare global {
  interface Window {
    /** The number of components rendered since the last click, until its frame. */
    renderedBeforeFrame: number;
    __REACT_DEVTOOLS_GLOBAL_HOOK__: unknown;
  }
}

/** Counts the components that a page renders; call it before the page is loaded. */
export async function countRenders(page: Page): Promise<void> {
  await page.addInitScript(installCounter);
}

/** Taps once the page rests, and returns how many components were rendered before the frame that shows the tap. */
export async function rendersOf(tapped: Locator): Promise<number> {
  return tapped.evaluate(async (button: HTMLElement) => {
    do {
      window.renderedBeforeFrame = 0;
      await new Promise((resolve) => setTimeout(resolve, 300));
    } while (window.renderedBeforeFrame > 0);
    button.click();
    await new Promise(requestAnimationFrame);
    return window.renderedBeforeFrame;
  });
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
