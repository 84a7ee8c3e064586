import type { Page } from '@playwright/test';

const MOST_STOPS = 150;

/** Tabs once around the page or the open dialog, and collects violations at each stop. */
export async function violationsByTab(page: Page): Promise<string[]> {
  const faults = new Set<string>();
  const seen = new Set<string>();
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    await page.keyboard.press('Tab');
    const place = await page.evaluate(placeOfFocus);
    if (place === undefined || seen.has(place)) break;
    seen.add(place);
    for (const fault of await page.evaluate(focusViolations)) faults.add(fault);
  }
  if (seen.size < 2) faults.add(`only ${seen.size} stops`);
  return [...faults];
}

/** Runs in the page. A key of the focused stop, or undefined at the end; a date has several stops in one field. */
function placeOfFocus(): string | undefined {
  const focused = document.activeElement;
  if (!focused || focused === document.body) return undefined;
  const { count = '0' } = document.documentElement.dataset;
  const isSame = focused instanceof HTMLInputElement && ['date', 'time'].includes(focused.type);
  if (isSame) document.documentElement.dataset.count = String(Number(count) + 1);
  const index = [...document.querySelectorAll('*')].indexOf(focused);
  return isSame ? `${index} ${count}` : String(index);
}

/**
 * Runs in the page. Returns the violations of the focused element: none, not visible, covered, or without a
 * visible outline (WCAG 2.4.7, 2.4.11).
 */
export function focusViolations(): string[] {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || focused === document.body) return ['nothing has the focus'];
  // A part that has just appeared has the focus at once, and is found by no point before it takes presses.
  for (const one of document.getAnimations())
    if (one instanceof CSSAnimation && one.animationName === 'unpressable') one.finish();
  const name = focused.outerHTML.slice(0, 140);
  const box = focused.getBoundingClientRect();
  // A heading takes the focus to be read; it is no control and needs no outline.
  const isRead = focused.tabIndex < 0;
  const faults: string[] = [];
  if (box.width < 1 || box.height < 1) faults.push(`has no size: ${name}`);
  // A link within a text may wrap.
  const points = [...focused.getClientRects()].flatMap(pointsOf);
  // A heading for screen readers alone is nowhere on the screen.
  const isSeen = !isRead || !focused.classList.contains('visually-hidden');
  if (isSeen && !points.some(([x, y]) => isOnTop(focused, x, y)))
    faults.push(`is covered or out of sight at ${Math.round(box.top)} of ${innerHeight}: ${name}`);
  if (!isRead && !isMarked(focused)) faults.push(`shows no focus: ${name}`);
  return faults;

  /** Returns the centre and two points near the corners of the visible part. */
  function pointsOf({ left, right, top, bottom }: DOMRect): [number, number][] {
    const [x1, x2] = [Math.max(left, 0) + 2, Math.min(right, innerWidth) - 2];
    const [y1, y2] = [Math.max(top, 0) + 2, Math.min(bottom, innerHeight) - 2];
    return [
      [(x1 + x2) / 2, (y1 + y2) / 2],
      [x1, y1],
      [x2, y2],
    ];
  }

  function isOnTop(element: HTMLElement, x: number, y: number): boolean {
    const hit = document.elementFromPoint(x, y);
    return (
      hit !== null && (element.contains(hit) || (hit instanceof HTMLLabelElement && hit.control === element))
    );
  }

  function isMarked(element: HTMLElement): boolean {
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element);
    const isSeen = outlineColor !== 'transparent' && !/rgba\(.*, 0\)/.test(outlineColor);
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2 && isSeen;
  }
}
