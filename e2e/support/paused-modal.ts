import { expect, type Locator, type Page } from '@playwright/test';

/**
 * Presses a row of the modal of the home page, which closes two seconds after that: they pass only as far as the modal needs
 * to show the text. The page's clock is installed before, and stays paused.
 */
export async function pressPaused(page: Page, modal: Locator, row: Locator, text: string): Promise<void> {
  await expect(row).toBeVisible();
  await page.clock.pauseAt(Date.now() + 10_000);
  await row.click();
  await expect
    .poll(async () => {
      await page.clock.runFor(20);
      return modal.textContent();
    })
    .toContain(text);
}
