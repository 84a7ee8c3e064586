import { expect, type Page } from '@playwright/test';
import { violationsOn } from './support/accessibility/axe.ts';
import { allowConsole, test } from './support/framme.ts';

const PHONE = 'http://192.168.1.20:3000';

/** Leads an address of a home network, which no browser takes for a secure one, to the server. */
async function reachByPlainHttp(page: Page, url: string): Promise<void> {
  await page.route(`${PHONE}/**`, async (route) => {
    const response = await route.fetch({ url: route.request().url().replace(PHONE, url) });
    await route.fulfill({ response });
  });
}

test('a phone that comes by plain http is told why nobody can sign in there, on every page, before it tries, and on the machine itself nothing', {
  tag: '@full',
}, async ({ page, server, words }) => {
  // The browser's own word on such an address.
  allowConsole(/Cross-Origin-Opener-Policy header has been ignored/);
  await page.goto(`${server.url}/register`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await page.evaluate(() => window.isSecureContext)).toBe(true);
  await page.waitForLoadState('networkidle');
  await expect(page.getByText(words.plainHttp.title)).toBeHidden();
  await reachByPlainHttp(page, server.url);
  for (const path of ['/', '/register', '/login']) {
    await page.goto(PHONE + path);
    await expect(page.getByRole('status').filter({ hasText: words.plainHttp.title })).toContainText(
      words.plainHttp.text,
    );
  }
  expect(await page.evaluate(() => window.isSecureContext)).toBe(false);
  expect(await violationsOn(page)).toEqual([]);
});
