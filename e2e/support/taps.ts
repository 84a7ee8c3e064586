import { expect, type Locator, type Page } from '@playwright/test';

/**
 * A thumb that counts its presses. A press is a tap; typing, Enter and what has the focus by itself count nothing. Each
 * control must lie within the screen before it is pressed: this thumb never scrolls.
 */
export class Thumb {
  taps = 0;
  fields = 0;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async press(control: Locator): Promise<void> {
    await expect(control).toBeInViewport({ ratio: 1 });
    this.taps += 1;
    await control.click();
  }

  /** Types into a field; presses it first if it does not have the focus. */
  async fill(field: Locator, text: string): Promise<void> {
    await expect(field).toBeVisible();
    // A sheet that opens moves the focus to its first field.
    const isFocused = () => field.evaluate((element) => element === document.activeElement);
    const hasOpened = await expect
      .poll(isFocused, { timeout: 500 })
      .toBe(true)
      .then(
        () => true,
        () => false,
      );
    if (!hasOpened) await this.press(field);
    this.fields += 1;
    await field.fill(text);
  }

  /** The distance that the page was scrolled, in px. */
  scrolled(): Promise<number> {
    return this.#page.evaluate(() => window.scrollY);
  }
}
