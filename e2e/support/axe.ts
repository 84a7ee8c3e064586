import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Widths of phone, tablet and desktop, and of 1280 px at 400 % zoom. */
const WIDTHS = [320, 360, 768, 1280];

/** Returns the violations that axe finds, and at each width horizontal overflow and small targets. */
export async function violationsOn(page: Page): Promise<string[]> {
  await page.evaluate(atRest);
  // Legacy mode runs axe in the page alone; the default opens a blank page besides, which only frames need.
  const axe = new AxeBuilder({ page }).setLegacyMode().withTags(TAGS);
  // Only the open modal dialog: axe would count the half-covered page behind it as small targets.
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

/** Resolves when all finite animations have ended. */
async function atRest(): Promise<void> {
  const moving = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(moving.map(({ finished }) => finished));
}

/**
 * Returns buttons, fields and single links under 48 px; links inside a sentence are exempt (WCAG 2.2, 2.5.8).
 */
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
