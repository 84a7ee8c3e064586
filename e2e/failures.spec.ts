import { expect, type Page } from '@playwright/test';
import { test } from './support/framme.ts';
import { filled, type Parent } from './support/parent.ts';
import { pressStill } from './support/still.ts';
import { waitForSync } from './support/unsent.ts';

/** Forces each failure of the error catalogue (specification, section 8): full storage, a refusing server. */

async function atProfile(page: Page, url: string, parent: Parent): Promise<void> {
  await parent.settle(url);
  await parent.follow(parent.words.common.nav.profile);
  await expect(page).toHaveURL(/profile/);
}

test.describe('a device with full storage', () => {
  test('shows what failed, reverts the tap and keeps the form', async ({
    page,
    server,
    parent,
    words,
    allowConsole,
  }) => {
    allowConsole(/The status of a guest was not saved/);
    const { common, people } = words;
    await atProfile(page, server.url, parent);
    await parent.addChild('Noah', '2019-05-01');
    await parent.addFriend('Ella', '070-123 45 67');
    await parent.addGuest('Omar', 'fatima.k');
    const omar = page.getByRole('listitem').filter({ hasText: 'Omar' });
    await expect(omar).toContainText(common.checkedOut);
    await waitForSync(page);
    await page.evaluate(fillStorage);
    const dialog = page.getByRole('dialog');
    const alert = dialog.getByRole('alert');

    await test.step('adding a child', async () => {
      await parent.addChild('Liv', '2020-01-31');
      await expect(alert).toContainText(common.failures.addChild);
      await expect(dialog.getByLabel(people.fields.name, { exact: true })).toHaveValue('Liv');
      await dialog.getByRole('button', { name: common.cancel }).click();
    });
    await test.step('adding a friend', async () => {
      await parent.addFriend('Moa', '112');
      await expect(alert).toContainText(common.error);
      await expect(dialog.getByLabel(people.fields.name, { exact: true })).toHaveValue('Moa');
      await dialog.getByRole('button', { name: common.cancel }).click();
    });
    await test.step('adding a guest', async () => {
      await parent.addGuest('Moa', 'kim');
      await expect(alert).toContainText(common.failures.addGuest);
      await expect(dialog.getByLabel(people.fields.parentUserId, { exact: true })).toHaveValue('kim');
      await dialog.getByRole('button', { name: common.cancel }).click();
    });
    await test.step('deleting a child', async () => {
      await pressStill(page.getByRole('button', { name: filled(people.removeNamed, { name: 'Noah' }) }));
      const question = page.getByRole('alertdialog');
      await question.getByRole('button', { name: common.remove, exact: true }).click();
      await expect(question.getByRole('alert')).toContainText(common.error);
      await question.getByRole('button', { name: common.cancel }).click();
      await expect(
        page.getByRole('button', { name: filled(people.removeNamed, { name: 'Noah' }) }),
      ).toBeVisible();
    });
    await test.step('changing a guest’s status logs an error and marks the row', async () => {
      await pressStill(omar.getByRole('button', { name: filled(people.checkInNamed, { name: 'Omar' }) }));
      await expect(omar).toContainText(people.statusNotSaved);
      await expect(omar).toContainText(common.checkedOut);
    });
    await test.step('saving the profile', async () => {
      await page.getByLabel(words.profile.firstName).fill('Maria');
      await page.getByRole('button', { name: common.save, exact: true }).click();
      await expect(page.getByRole('main').getByRole('alert').first()).toContainText(words.profile.notStored);
      await expect(page.getByLabel(words.profile.firstName)).toHaveValue('Maria');
    });
    await test.step('changing a friend’s status', async () => {
      await page.getByRole('banner').getByRole('link', { name: common.brand }).click();
      // The profile is still not saved.
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: common.leaving.leave, exact: true })
        .click();
      const modal = await parent.openModal('checkIn', 'Noah');
      await modal.getByRole('button', { name: 'Ella' }).click();
      await expect(modal).toContainText(common.error);
      await expect(modal.getByRole('button', { name: 'Ella' })).toContainText(common.checkedOut);
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
