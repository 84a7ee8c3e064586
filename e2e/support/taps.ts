import { expect, type Locator, type Page } from '@playwright/test';
import { untilSettled, untilStill } from './still.ts';

/**
 * A thumb that counts its presses. A press is a tap; typing, Enter and what has the focus by itself count nothing. Each
 * control must lie within the screen, under nothing else, before it is pressed: this thumb never scrolls.
 */
export class Thumb {
  taps = 0;
  fields = 0;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** A finger that rests; counts as one press. */
  async pressLong(control: Locator): Promise<void> {
    const [x, y] = await this.#aim(control);
    const devtools = await this.#page.context().newCDPSession(this.#page);
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
    // The control gives way to a box once the press counts.
    await expect(control).toBeHidden();
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await devtools.detach();
  }

  async press(control: Locator): Promise<void> {
    const [x, y] = await this.#aim(control);
    await this.#page.mouse.click(x, y);
  }

  /** Where to press, in px. */
  async #aim(control: Locator): Promise<readonly [number, number]> {
    await expect(control).toBeInViewport({ ratio: 1 });
    await this.#page.evaluate(motionEnds);
    // The list around it may still grow, or come in another order.
    await untilStill(control);
    // A toast that came late, on a slow machine, takes no press either.
    if (await control.evaluate((element) => element.closest('[data-floats]') !== null))
      await untilSettled(control);
    expect(await this.scrolled()).toEqual([]);
    // By its place, because a locator's own click would scroll to it.
    const box = await control.boundingBox();
    const at = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2] as const;
    expect(await control.evaluate(isOnTop, at), 'something covers the control').toBe(true);
    this.taps += 1;
    return at;
  }

  /** Types into a field; presses it first if it does not have the focus. */
  async fill(field: Locator, text: string): Promise<void> {
    await untilStill(field);
    if (!(await field.evaluate((element) => element === document.activeElement))) await this.press(field);
    this.fields += 1;
    await field.fill(text);
  }

  /** Types into a field that takes the focus by itself, as the first field of a sheet that opens. */
  async fillFocused(field: Locator, text: string): Promise<void> {
    await expect(field).toBeFocused();
    this.fields += 1;
    await field.fill(text);
  }

  /** Whatever was scrolled, the page or a part of it, with the distance in px. */
  scrolled(): Promise<string[]> {
    return this.#page.evaluate(() =>
      [...document.querySelectorAll('*')]
        .filter(({ scrollTop }) => scrollTop > 0)
        .map(({ tagName, className, scrollTop }) => `${tagName} ${className} ${scrollTop}`),
    );
  }
}

/** Runs in the page: resolves when a sheet has risen. */
async function motionEnds(): Promise<void> {
  const passing = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().iterations === 1);
  await Promise.allSettled(passing.map(({ finished }) => finished));
}

/** Runs in the page. */
function isOnTop(control: Element, [x, y]: readonly [number, number]): boolean {
  return control.contains(document.elementFromPoint(x, y));
}
