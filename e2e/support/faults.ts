import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Phone, tablet and desk, and the narrowest screen that 400 % zoom of 1280 px makes. */
const WIDTHS = [320, 360, 768, 1280];

/** What axe finds, and at each width what scrolls sideways or is too small to hit. */
export async function faultsOn(page: Page): Promise<string[]> {
  await page.evaluate(atRest);
  const axe = new AxeBuilder({ page }).withTags(TAGS);
  // Behind a modal dialog nothing can be reached, which axe does not know: what it half covers is no small target.
  const isModal = (await page.locator('dialog[open]').count()) > 0;
  const { violations } = await (isModal ? axe.include('dialog[open]') : axe).analyze();
  const faults = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
  const size = page.viewportSize();
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 640 });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (overflow > 0) faults.push(`scrolls sideways by ${overflow} px at ${width} px`);
    faults.push(...(await page.evaluate(smallTargets)).map((target) => `at ${width} px: ${target}`));
  }
  if (size) await page.setViewportSize(size);
  return faults;
}

/** Resolves when nothing moves or fades any more, but for what always turns. */
async function atRest(): Promise<void> {
  const moving = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(moving.map(({ finished }) => finished));
}

/** Buttons, fields and lone links under 48 px (ux.md); links inside a sentence are exempt (WCAG 2.2, 2.5.8). */
function smallTargets(): string[] {
  const controls = document.querySelectorAll<HTMLElement>('button, select, input, summary, nav a, footer a');
  return [...controls]
    .filter((control) => control.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .map((control) => ({ control, box: areaOf(control) }))
    .filter(({ box }) => box.width > 1 && (box.width < 47.5 || box.height < 47.5))
    .map(({ control, box }) => `${control.outerHTML.slice(0, 120)} is ${box.width} x ${box.height}`);

  function areaOf(control: HTMLElement) {
    const label = control instanceof HTMLInputElement ? control.closest('label') : null;
    return (label ?? control).getBoundingClientRect();
  }
}
