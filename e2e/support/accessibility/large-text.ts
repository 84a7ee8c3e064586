import type { Page } from '@playwright/test';
import { clippedTexts, overflowingLabels, sidewaysScroll } from './style-checks.ts';

/** The way in which a browser enlarges text: by the font size of the root, or by text-size-adjust, as Chrome on a phone does. */
export type Enlarged = `font-size: ${number}%` | `text-size-adjust: ${number}%`;

/** Enlarges the text by a constructed style sheet: the content security policy blocks others. */
export async function enlarge(page: Page, by: Enlarged): Promise<void> {
  await page.evaluate((declaration) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`html { ${declaration} !important }`);
    document.adoptedStyleSheets = [sheet];
    // Chrome evaluates the container queries of an open dialog again when its width changes.
    const open = document.querySelector<HTMLElement>('dialog[open]');
    if (!open) return;
    open.style.width = '99%';
    open.getBoundingClientRect();
    open.style.width = '';
  }, by);
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}

/** Returns what is cut off, overlaps or leaves the screen. */
export async function faultsOfLayout(page: Page): Promise<string[]> {
  const checks = [
    ...[sidewaysScroll, clippedTexts, overflowingLabels],
    ...[offScreen, letterColumns, overlaps, crampedDialogs, coveringOutcomes],
  ];
  // All in one turn of the page, since a walk through every screen asks them often.
  return page.evaluate(
    `(() => { ${shownBox}\n return [${checks.map((check) => `(${check})()`).join(', ')}].flat(); })()`,
  );
}

/** Returns visible texts and controls that lie beside the screen, also in fixed parts, which never make it scroll. */
function offScreen(): string[] {
  const wide = document.documentElement.clientWidth;
  return [...document.querySelectorAll<HTMLElement>('#root *, dialog[open] *')].flatMap((element) => {
    const isText = [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== '');
    const isControl = element.matches('button, a, input, select, textarea, summary');
    if (
      !(isText || isControl) ||
      !element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    )
      return [];
    if (getComputedStyle(element).clipPath !== 'none' || element.closest('[class*="skip"], .visually-hidden'))
      return [];
    const { left, right, width } = element.getBoundingClientRect();
    const isOut = width > 1 && (left < -1 || right > wide + 1);
    return isOut
      ? [
          `leaves the screen (${Math.round(left)} to ${Math.round(right)}): ${element.outerHTML.slice(0, 140)}`,
        ]
      : [];
  });
}

/** Returns visible texts squeezed into a column of one or two letters. */
function letterColumns(): string[] {
  return [...document.querySelectorAll<HTMLElement>('#root *, dialog[open] *')].flatMap((element) => {
    const text = [...element.childNodes].map((node) => (node instanceof Text ? node.data : '')).join('');
    if (text.trim().length < 6 || !element.checkVisibility({ visibilityProperty: true })) return [];
    const size = Number.parseFloat(getComputedStyle(element).fontSize);
    const { width, height } = element.getBoundingClientRect();
    if (width <= 1 || width > 1.5 * size || height < 3 * size || element.closest('.visually-hidden'))
      return [];
    return [`one letter a line (${Math.round(width)} px): ${element.outerHTML.slice(0, 140)}`];
  });
}

/**
 * Returns pairs of controls that cover each other, as far as they are seen and not scrolled away. What is fixed over the
 * page by design is compared with its like only.
 */
function overlaps(): string[] {
  const root = document.querySelector('dialog[open]') ?? document;
  const controls = [...root.querySelectorAll<HTMLElement>('button, a, input, select, textarea, summary')]
    .filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .map((one) => ({ one, box: shownBox(one), layer: layerOf(one) }))
    .filter(({ box }) => box.right - box.left > 2 && box.bottom - box.top > 2);
  return controls.flatMap((first, index) =>
    controls.slice(index + 1).flatMap((second) => {
      if (first.layer !== second.layer || first.one.contains(second.one) || second.one.contains(first.one))
        return [];
      const across = Math.min(first.box.right, second.box.right) - Math.max(first.box.left, second.box.left);
      const down = Math.min(first.box.bottom, second.box.bottom) - Math.max(first.box.top, second.box.top);
      if (across <= 2 || down <= 2 || isInField(first.one, second.one)) return [];
      return [`overlap: ${first.one.outerHTML.slice(0, 90)} and ${second.one.outerHTML.slice(0, 90)}`];
    }),
  );

  /** The eye lies in its password field. */
  function isInField(field: HTMLElement, button: HTMLElement): boolean {
    return field instanceof HTMLInputElement && button.getAttribute('aria-controls') === field.id;
  }

  function layerOf(element: Element): Element | null {
    for (let one: Element | null = element; one; one = one.parentElement)
      if (['fixed', 'sticky'].includes(getComputedStyle(one).position)) return one;
    return null;
  }
}

/** Returns the open dialog if its header and footer leave less than a quarter of the screen to read what is in it. */
function crampedDialogs(): string[] {
  return [...document.querySelectorAll<HTMLElement>('dialog[open]')].flatMap((dialog) => {
    const scrollers = [...dialog.querySelectorAll<HTMLElement>('*')].filter(
      (one) =>
        one.scrollHeight > one.clientHeight + 1 &&
        /auto|scroll/.test(getComputedStyle(one).overflowY) &&
        // A field that scrolls its own text is no part to read in.
        one.querySelector('button, input') !== null,
    );
    const least = window.innerHeight / 4;
    return scrollers
      .filter(({ clientHeight }) => clientHeight < least)
      .map(
        ({ clientHeight, outerHTML }) => `leaves ${clientHeight} px to read in: ${outerHTML.slice(0, 140)}`,
      );
  });
}

/** Returns the title and the controls of the open dialog that the outcome of its last action lies over. */
function coveringOutcomes(): string[] {
  const others = [...document.querySelectorAll('dialog[open] :is(h2, button, a, input, select)')];
  return [...document.querySelectorAll('dialog[open] [role="status"] > :not(.visually-hidden)')].flatMap(
    (outcome) => {
      const over = (outcome.closest('[role="status"]') ?? outcome).getBoundingClientRect();
      const covered = others.filter((other) => {
        const { left, right, top, bottom } = shownBox(other);
        const isBeside = left >= over.right || right <= over.left || top >= over.bottom || bottom <= over.top;
        return bottom > top && !isBeside && !outcome.contains(other);
      });
      if (over.top < 0) covered.push(outcome);
      return covered.map((other) => `an outcome lies over: ${other.outerHTML.slice(0, 140)}`);
    },
  );
}

/** The box of an element, as far as what scrolls shows it. */
function shownBox(element: Element) {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const box = { left, right, top, bottom };
  for (let one = element.parentElement; one; one = one.parentElement) {
    if (getComputedStyle(one).overflowY === 'visible') continue;
    const clip = one.getBoundingClientRect();
    box.top = Math.max(box.top, clip.top);
    box.bottom = Math.min(box.bottom, clip.bottom);
  }
  return box;
}
