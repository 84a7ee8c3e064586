import { expect } from '@playwright/test';
import { busyFamily } from './support/busy-family.ts';
import { test } from './support/framme.ts';
import { filled } from './support/parent.ts';
import { pauseClock } from './support/paused-clock.ts';
import { signIn } from './support/signed-in.ts';
import { waitForSync } from './support/unsent.ts';

test('a tap in a tab that is closed at once is shown and sent by another tab', { tag: '@full' }, async ({
  page,
  context,
  server,
  language,
  words: { people, common },
}) => {
  const home = await busyFamily(server.url, language, { friends: 4, here: 0 });
  await signIn(context, home, server.url);
  await page.clock.install();
  await page.goto(`${server.url}/dashboard`);
  const checkIn = { name: filled(people.checkInNamed, { name: 'Vän 1' }) };
  await expect(page.getByRole('button', checkIn)).toBeVisible();
  const tab = await context.newPage();
  await tab.goto(`${server.url}/dashboard`);
  await expect(tab.getByRole('button', checkIn)).toBeVisible();
  await waitForSync(tab);
  // The seconds after it pass slowly, so that the other tab is told and does not look by itself, as it does every 25.
  await pauseClock(page);
  // The tap and the end of the tab in one task: nothing but what is written at once survives.
  await tab.getByRole('button', checkIn).evaluate((element: HTMLElement) => {
    element.click();
    window.close();
  });
  await tab.close();
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Vän 1' });
  const arrived = row.filter({ hasText: common.checkedIn });
  await expect
    .poll(
      async () => {
        await page.clock.runFor(25);
        return arrived.first().isVisible();
      },
      { intervals: [100] },
    )
    .toBe(true);
  await page.clock.resume();
  await waitForSync(page);
  const here = [...(await home.documents())].filter(([, document]) => 'open' in document && document.open);
  expect(here).toHaveLength(1);
});
