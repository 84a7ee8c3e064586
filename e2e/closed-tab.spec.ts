import { expect } from '@playwright/test';
import { busyFamily } from './support/busy-family.ts';
import { test } from './support/framme.ts';
import { filled } from './support/parent.ts';
import { signIn } from './support/signed-in.ts';
import { waitForSync } from './support/unsent.ts';

test('a tap in a tab that is closed at once is shown and sent by another tab', async ({
  page,
  context,
  server,
  language,
  words: { people },
}) => {
  const home = await busyFamily(server.url, language, { friends: 4, here: 0 });
  await signIn(context, home, server.url);
  await page.goto(`${server.url}/dashboard`);
  const checkIn = (name: string) => ({ name: filled(people.checkInNamed, { name }) });
  await expect(page.getByRole('button', checkIn('Vän 1'))).toBeVisible();
  for (const name of ['Vän 1', 'Vän 2']) {
    const tab = await context.newPage();
    await tab.goto(`${server.url}/dashboard`);
    const button = tab.getByRole('button', checkIn(name));
    await expect(button).toBeVisible();
    await waitForSync(tab);
    // The tap and the end of the tab in one task: nothing but what is written at once survives.
    await button.evaluate((element: HTMLElement) => {
      element.click();
      window.close();
    });
    await tab.close();
    const checkOut = page.getByRole('button', { name: filled(people.checkOutNamed, { name }), exact: true });
    await expect(checkOut).toBeVisible({ timeout: 5000 });
  }
  await waitForSync(page);
  const here = [...(await home.documents())].filter(([, document]) => 'open' in document && document.open);
  expect(here).toHaveLength(2);
});
