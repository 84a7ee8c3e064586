import { expect, type Page } from '@playwright/test';
import { allowConsole, test } from './support/framme.ts';
import { filled, noahWith, person } from './support/parent.ts';
import { pressStill, untilSettled } from './support/still.ts';
import { waitForPrefetched, waitForSync } from './support/unsent.ts';

test('with full storage what is typed and tapped stays, and the server gets it', async ({ parent }) => {
  const { page, words, url } = parent;
  const { common, people } = words;
  await parent.settle(url, person('Maja', 'Lind'), async (home) => {
    const noah = await home.addChild('Noah', '2019-05-01');
    await home.addFriend(noah, 'Ella');
    await home.addGuest(noah, 'Omar', 'fatima.k');
  });
  await parent.follow(common.nav.profile);
  const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  const removal = page.getByRole('button', { name: filled(people.removeNamed, { name: 'Liv' }) });
  await expect(row('Omar')).toContainText(common.checkedOut);
  await waitForSync(page);
  await refuseWrites(page);

  await test.step('people are added and removed', async () => {
    await parent.addChild('Liv', '2020-01-31');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await pressStill(removal);
    await page.getByRole('alertdialog').getByRole('button', { name: common.remove, exact: true }).click();
    await expect(removal).toHaveCount(0);
    await parent.addFriend('Moa', '112');
    await parent.addGuest('Kim', 'kim');
    await expect(row('Kim')).toContainText(common.checkedOut);
    await expect(row('Moa')).toBeVisible();
  });
  await test.step('a guest arrives, and the profile is saved', async () => {
    const checkIn = row('Omar').getByRole('button', {
      name: filled(people.checkInNamed, { name: 'Omar' }),
    });
    await pressStill(checkIn);
    await expect(row('Omar')).toContainText(common.checkedIn);
    await page.getByLabel(words.profileForm.firstName).fill('Maria');
    await page.getByRole('button', { name: common.save, exact: true }).click();
    await expect(parent.shown(words.profileForm.saved)).toBeVisible();
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
    for (const text of [common.storing, common.notSentYet]) await expect(page.getByText(text)).toHaveCount(0);
    await page.goto(`${url}/profile`);
    await expect(page.getByLabel(words.profileForm.firstName)).toHaveValue('Maria');
    await expect(removal).toHaveCount(0);
    for (const name of ['Moa', 'Kim']) await expect(row(name)).toContainText(common.checkedOut);
    for (const name of ['Ella', 'Omar']) await expect(row(name)).toContainText(common.checkedIn);
  });
});

// docs/sync.md: PH7
test('a tap that can be neither stored nor sent gives back the button', async ({ parent, context }) => {
  const { page, words, url } = parent;
  allowConsole(/ERR_INTERNET_DISCONNECTED/);
  const { people, common } = words;
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Ella' }).first();
  const button = (name: string) =>
    row.getByRole('button', { name: filled(name, { name: 'Ella' }), exact: true });
  const notSaved = page
    .getByRole('region', { name: common.toast })
    .filter({ hasText: people.statusNotSaved });
  await parent.settle(url, person('Maja', 'Lind'), noahWith('Ella', 'Alva'));
  await waitForPrefetched(page);
  await refuseWrites(page);

  await test.step('a check-in, of which only memory knew', async () => {
    await context.setOffline(true);
    await button(people.checkInNamed).click();
    await expect(notSaved).toBeVisible();
    // At once: after some seconds the list follows anyway.
    expect(await button(people.checkInNamed).isVisible()).toBe(true);
    await expect(row).not.toContainText(common.undo);
    await expect(row).not.toContainText(common.checkedIn);
    await context.setOffline(false);
  });

  await test.step('the undo of a check-in that was sent', async () => {
    await expect(notSaved).toHaveCount(0);
    await untilSettled(button(people.checkInNamed));
    // With nothing stored, only the reply says that it was sent.
    const reply = page.waitForResponse(
      (response) => response.request().postData()?.includes('"checkIn"') === true && response.ok(),
    );
    await button(people.checkInNamed).click();
    await (await reply).finished();
    await context.setOffline(true);
    await untilSettled(button(people.undoNamed));
    await button(people.undoNamed).click();
    await expect(notSaved).toBeVisible();
    expect(await button(people.undoNamed).isVisible()).toBe(true);
    await expect(button(people.checkInNamed)).toHaveCount(0);
    await context.setOffline(false);
  });
});

/** Makes every write of this page fail, as on a full disk; reads still work. */
async function refuseWrites(page: Page): Promise<void> {
  await page.evaluate(() => {
    const refuse = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    };
    Object.assign(IDBObjectStore.prototype, { put: refuse, add: refuse });
    Storage.prototype.setItem = refuse;
  });
}
