import { expect, type Page } from '@playwright/test';
import { test } from './support/framme.ts';
import { filled, type Parent } from './support/parent.ts';
import { pressStill } from './support/still.ts';
import { waitForSync } from './support/unsent.ts';

/** No write of the device works; `refusals.spec.ts` forces the failures of specification, section 8, by the server. */

async function atProfile(page: Page, url: string, parent: Parent): Promise<void> {
  await parent.settle(url);
  await parent.follow(parent.words.common.nav.profile);
  await expect(page).toHaveURL(/profile/);
}

test.describe('a device with full storage', () => {
  test('keeps what is typed and tapped in memory, and the server gets all of it', async ({
    page,
    server,
    parent,
    words,
  }) => {
    const { common, people } = words;
    await atProfile(page, server.url, parent);
    await parent.addChild('Noah', '2019-05-01');
    await parent.addFriend('Ella', '070-123 45 67');
    await parent.addGuest('Omar', 'fatima.k');
    const omar = page.getByRole('listitem').filter({ hasText: 'Omar' });
    await expect(omar).toContainText(common.checkedOut);
    await waitForSync(page);
    await page.evaluate(fillStorage);

    await test.step('people are added and removed', async () => {
      await parent.addChild('Liv', '2020-01-31');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await pressStill(page.getByRole('button', { name: filled(people.removeNamed, { name: 'Liv' }) }));
      await page.getByRole('alertdialog').getByRole('button', { name: common.remove, exact: true }).click();
      await expect(
        page.getByRole('button', { name: filled(people.removeNamed, { name: 'Liv' }) }),
      ).toHaveCount(0);
      await parent.addFriend('Moa', '112');
      await parent.addGuest('Kim', 'kim');
      await expect(page.getByRole('listitem').filter({ hasText: 'Kim' })).toContainText(common.checkedOut);
      await expect(page.getByRole('listitem').filter({ hasText: 'Moa' })).toBeVisible();
    });
    await test.step('a guest arrives, and the profile is saved', async () => {
      await pressStill(omar.getByRole('button', { name: filled(people.checkInNamed, { name: 'Omar' }) }));
      await expect(omar).toContainText(common.checkedIn);
      await page.getByLabel(words.profile.firstName).fill('Maria');
      await page.getByRole('button', { name: common.save, exact: true }).click();
      await expect(parent.shown(words.profile.saved)).toBeVisible();
    });
    await test.step('a friend arrives, on the home page', async () => {
      await page.getByRole('banner').getByRole('link', { name: common.brand }).click();
      const modal = await parent.openModal('checkIn', 'Noah');
      await modal.getByRole('button', { name: 'Ella' }).click();
      await expect(modal).toBeHidden();
    });
    await test.step('nothing failed, and after a reload, on a disk with space again, all of it is there', async () => {
      await expect(page.getByRole('alert').filter({ visible: true })).toHaveCount(0);
      await waitForSync(page);
      await page.goto(`${server.url}/profile`);
      await expect(page.getByLabel(words.profile.firstName)).toHaveValue('Maria');
      await expect(
        page.getByRole('button', { name: filled(people.removeNamed, { name: 'Liv' }) }),
      ).toHaveCount(0);
      for (const name of ['Moa', 'Kim']) {
        await expect(page.getByRole('listitem').filter({ hasText: name })).toContainText(common.checkedOut);
      }
      for (const name of ['Ella', 'Omar']) {
        await expect(page.getByRole('listitem').filter({ hasText: name })).toContainText(common.checkedIn);
      }
    });
  });
});

/** Makes every write of this page fail, as on a full disk; reads still work. */
function fillStorage(): void {
  const full = () => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
  };
  Storage.prototype.setItem = full;
  IDBObjectStore.prototype.put = full;
  IDBObjectStore.prototype.add = full;
}
