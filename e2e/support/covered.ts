import type { Locator } from '@playwright/test';

/** Returns the headings, counts and rows of a page that a toast covers, once it stands still. */
export async function coveredBy(toast: Locator): Promise<string[]> {
  return toast.evaluate(async (element) => {
    await Promise.allSettled(element.getAnimations().map(({ finished }) => finished));
    const over = element.getBoundingClientRect();
    // The header hides all that lies under it.
    const top = Math.max(
      over.top,
      document.querySelector('#root > header')?.getBoundingClientRect().bottom ?? 0,
    );
    const things = [...document.querySelectorAll('main :is(h1, h2, h3, [role=status], li)')];
    const isCovered = (box: DOMRect) => box.height > 0 && box.bottom > top && box.top < over.bottom;
    return over.bottom <= top
      ? []
      : things
          .filter((thing) => isCovered(thing.getBoundingClientRect()))
          .map(({ textContent }) => textContent ?? '');
  });
}
