import { expect } from '@playwright/test';
import { isoTime, MINUTE_MS } from '#domain/time.ts';
import { allowConsole, test } from './support/framme.ts';
import { intercept } from './support/intercept.ts';
import { atTheDoor, openVisitOf } from './support/the-door.ts';

const minuteOf = (ms: number) => Math.floor(ms / MINUTE_MS) * MINUTE_MS;

test('row, sheet and history say the same time, whatever its seconds', async ({ parent, server }) => {
  const { page, language, words } = parent;
  allowConsole(/Failed to load resource/);
  const name = 'Ella';
  // Installed in an open page, it is 1970 for a moment, which a change from the server would store.
  await page.clock.install();
  const { home, ella } = await atTheDoor({ page, server, language, name });
  await home.run('checkIn', ella);
  const { visit } = await openVisitOf(home, ella);
  // Came at the end of a minute.
  const arrived = minuteOf(Date.now()) - 30 * MINUTE_MS + 50_000;
  await home.run('correctVisit', { ...ella, visit, arrived: isoTime(arrived) });
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: name }).first();
  const sheet = page.getByRole('dialog');
  await expect(row).toContainText(/(?<!\d)3[01] min/);
  // The server's clock would correct the page's.
  await intercept(page, '**/api/**');
  await page.reload();
  await expect(row).toContainText(/\d min/);
  const begun = minuteOf(await page.evaluate(() => Date.now())) + MINUTE_MS;
  const minutes = (begun - minuteOf(arrived)) / MINUTE_MS;
  const says = (count: number) => new RegExp(`(?<!\\d)${count} min`);

  await test.step('a minute of the clock begins', async () => {
    await page.clock.pauseAt(begun + 10_000);
    await page.clock.resume();
    await expect(row).toContainText(says(minutes));
    await parent.openRow(name);
    await expect(sheet).toContainText(says(minutes));
  });

  await test.step('and the next', async () => {
    await page.clock.runFor(MINUTE_MS);
    await expect(sheet).toContainText(says(minutes + 1));
    await page.keyboard.press('Escape');
    await expect(row).toContainText(says(minutes + 1));
  });

  await test.step('in the history too', async () => {
    await page.getByRole('link', { name: words.common.nav.history }).first().click();
    await expect(row).toContainText(says(minutes + 1));
  });
});
