import { allowConsole, expect, test } from '#tests/support/browser/journey.ts';

// Each undeclared error must fail its test.
test.describe('undeclared', () => {
  test.fail();

  test('console error', async ({ page }) => {
    await page.evaluate(() => console.error('bad'));
  });

  test('page error', async ({ page }) => {
    const thrown = page.waitForEvent('pageerror');
    await page.evaluate(() => void setTimeout(() => JSON.parse('{')));
    await thrown;
  });

  test('unhandled rejection', async ({ page }) => {
    const thrown = page.waitForEvent('pageerror');
    await page.evaluate(() => void setTimeout(() => Promise.reject(new Error('nobody waits'))));
    await thrown;
  });

  test('console error on a second phone', async ({ browser, watch }) => {
    const context = await browser.newContext();
    watch(context);
    const page = await context.newPage();
    await page.evaluate(() => console.error('bad'));
    await context.close();
  });
});

test('a declared console error is allowed', async ({ page }) => {
  allowConsole(/bad/);
  await page.evaluate(() => console.error('bad'));
  await expect(page.locator('body')).toBeAttached();
});
