import type { Locator } from '@playwright/test';

/** Returns what a toast covers, once it stands still: headings, counts and rows, the header's controls, the fixed button. */
export async function coveredBy(toast: Locator): Promise<string[]> {
  return toast.evaluate(async (element) => {
    await Promise.allSettled(element.getAnimations().map(({ finished }) => finished));
    const over = element.getBoundingClientRect();
    const find = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
    const fixed = find('#root > nav, main div').filter((one) => getComputedStyle(one).position === 'fixed');
    // The bars hide what lies under them.
    const above = find('#root > header').map((one) => one.getBoundingClientRect().bottom);
    const below = fixed.filter((one) => one.offsetHeight > 0).map((one) => one.getBoundingClientRect().top);
    const page = { top: Math.max(0, ...above), bottom: Math.min(window.innerHeight, ...below) };
    const isUnder = (thing: HTMLElement, { top, bottom }: { top: number; bottom: number }) => {
      const box = thing.getBoundingClientRect();
      const height = Math.min(box.bottom, bottom, over.bottom) - Math.max(box.top, top, over.top);
      const width = Math.min(box.right, over.right) - Math.max(box.left, over.left);
      return height > 2 && width > 2;
    };
    const screen = { top: 0, bottom: window.innerHeight };
    const buttons = fixed.flatMap((one) => (one.closest('main') ? [...one.querySelectorAll('button')] : []));
    return [
      ...find('main :is(h1, h2, h3, [role=status], li)').filter((thing) => isUnder(thing, page)),
      ...[...find('#root > header :is(a, button)'), ...buttons].filter((thing) => isUnder(thing, screen)),
    ].map(({ textContent }) => textContent ?? '');
  });
}
