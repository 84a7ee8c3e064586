import { expect, type Locator, type Page } from '@playwright/test';

/** Pauses the clock of a page, which is installed, some seconds ahead of what it shows. */
export async function pauseClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000);
}

/** Lets a paused clock run as far as the page needs to show something, more slowly than the time in which scripts load. */
export async function passUntil(page: Page, look: () => Promise<unknown>, seen: unknown): Promise<void> {
  await expect
    .poll(
      async () => {
        await page.clock.runFor(20);
        return look();
      },
      // Playwright's own intervals grow to a second, of which the page would get 20 ms.
      { intervals: [40] },
    )
    .toEqual(seen);
}

/**
 * Presses a row of the modal of the home page, which closes two seconds after that: they pass only as far as the modal needs
 * to show the text. The page's clock is installed before, and stays paused.
 */
export async function pressPaused(page: Page, modal: Locator, row: Locator, text: string): Promise<void> {
  await expect(row).toBeVisible();
  await pauseClock(page);
  await row.click();
  await passUntil(page, () => modal.textContent(), expect.stringContaining(text));
}
