import { expect } from '@playwright/test';
import { LOCALES } from '#domain/language.ts';
import { test } from './support/framme.ts';
import { filled, Parent, person } from './support/parent.ts';
import { waitForSync } from './support/unsent.ts';

const maja = person('Maja', 'Lind');

test('in a browser whose database refuses every write a tap is sent, its row is confirmed, and another phone sees it', {
  tag: '@full',
}, async ({ page, browser, server, parent, words, language, watch }) => {
  const { people, common } = words;
  const checkIn = filled(people.checkInNamed, { name: 'Ella' });
  const checkOut = filled(people.checkOutNamed, { name: 'Ella' });
  await page.addInitScript(() => {
    for (const method of ['put', 'add'] as const) {
      IDBObjectStore.prototype[method] = () => {
        throw new DOMException('refused', 'UnknownError');
      };
    }
  });
  await parent.settle(server.url, maja);
  await parent.follow(common.nav.profile);
  await parent.addChild('Noah', '2019-05-01');
  await parent.addFriend('Ella', '070-123 45 67');
  await expect(parent.shown(people.friendAdded)).toBeVisible();
  await parent.follow(common.nav.dashboard);
  await expect(page.getByRole('button', { name: checkIn })).toBeVisible();

  const other = await browser.newContext({ locale: LOCALES[language] });
  watch(other);
  const otherPage = await other.newPage();
  await otherPage.goto(`${server.url}/login`);
  await new Parent(otherPage, language).logIn(maja);
  await expect(otherPage.getByRole('button', { name: checkIn })).toBeVisible();

  await test.step('a tap is sent and confirmed', async () => {
    await page.getByRole('button', { name: checkIn }).click();
    await expect(otherPage.getByRole('button', { name: checkOut })).toBeVisible({ timeout: 15_000 });
    // The journal lets go of what the server has.
    await waitForSync(page);
    await expect(page.getByRole('button', { name: checkOut })).toBeVisible();
    for (const text of [common.storing, common.waitingForNetwork]) {
      await expect(page.getByText(text)).toHaveCount(0);
    }
  });

  await test.step('what the other phone taps is shown, also after a reload', async () => {
    await otherPage.getByRole('button', { name: checkOut }).click();
    await expect(page.getByRole('button', { name: checkIn })).toBeVisible({ timeout: 15_000 });
    await page.reload();
    await expect(page.getByRole('button', { name: checkIn })).toBeVisible();
  });
});
