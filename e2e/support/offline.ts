import { expect, type Page } from '@playwright/test';

/** The browser's complaints while the server is gone. */
export const SERVER_GONE = /ERR_(CONNECTION|INCOMPLETE|EMPTY|NETWORK|SOCKET)/;

/** Waits until a service worker answers this page's requests. */
export async function untilControlled(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated');
}
