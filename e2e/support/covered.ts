import type { Locator } from '@playwright/test';

/** Returns what a toast covers, once it stands still, of what none may: the header's controls, the tabs, the fixed button, the row used last. */
export async function coveredBy(toast: Locator, used?: Locator): Promise<string[]> {
  const row = await used?.elementHandle();
  return toast.evaluate(async (element, last) => {
    await Promise.allSettled(element.getAnimations().map(({ finished }) => finished));
    const over = element.getBoundingClientRect();
    const find = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
    const dock = find('main div').filter((one) => getComputedStyle(one).position === 'fixed');
    const things = [
      ...find('#root > :is(header, nav) :is(a, button)'),
      ...dock.flatMap((one) => [...one.querySelectorAll('button')]),
      ...(last instanceof HTMLElement ? [last] : []),
    ];
    const isUnder = (thing: HTMLElement) => {
      const box = thing.getBoundingClientRect();
      const height = Math.min(box.bottom, over.bottom) - Math.max(box.top, over.top);
      const width = Math.min(box.right, over.right) - Math.max(box.left, over.left);
      return height > 2 && width > 2;
    };
    return things.filter(isUnder).map(({ textContent }) => textContent ?? '');
  }, row);
}
