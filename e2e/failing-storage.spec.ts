import { expect } from '@playwright/test';
import { LOCALES } from '#domain/language.ts';
import { test } from './support/framme.ts';
import { filled, noahWith, Parent, person } from './support/parent.ts';
import { untilSettled } from './support/still.ts';
import { waitForPrefetched, waitForSync } from './support/unsent.ts';

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
    for (const text of [common.storing, common.notSentYet]) {
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

// docs/sync.md: PH7
test('a tap that can be stored nowhere and not be sent gives its row the button back, and says so', async ({
  page,
  context,
  server,
  parent,
  words,
  allowConsole,
}) => {
  allowConsole(/ERR_INTERNET_DISCONNECTED/);
  const { people, common } = words;
  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Ella' }).first();
  const button = (name: string) =>
    row.getByRole('button', { name: filled(name, { name: 'Ella' }), exact: true });
  const notSaved = page
    .getByRole('region', { name: common.toast })
    .filter({ hasText: people.statusNotSaved });
  await parent.settle(server.url, person('Maja', 'Lind'), noahWith('Ella', 'Alva'));
  await waitForPrefetched(page);
  await page.evaluate(() => {
    const refuse = () => {
      throw new DOMException('refused', 'UnknownError');
    };
    Object.assign(IDBObjectStore.prototype, { put: refuse, add: refuse });
    Storage.prototype.setItem = refuse;
  });

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
