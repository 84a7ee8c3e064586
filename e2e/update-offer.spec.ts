import { expect, type Page } from '@playwright/test';
import { NEXT_VERSION } from '#tests/support/server/next-version.ts';
import { intercept } from './support/intercept.ts';
import { SERVER_GONE, untilControlled } from './support/offline.ts';
import { filled } from './support/parent.ts';
import { family, NEXT_SERVER, test } from './support/upgrades.ts';

test.use({ serviceWorkers: 'allow' });

/** Longer than the app waits between two looks for an open dialog, in ms. */
const A_WHILE = 2500;

/** Asks the server for a new version, and waits until it is stored on the device. */
async function untilNewVersionWaits(page: Page): Promise<void> {
  const hasWaiting = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      await registration?.update().catch(() => undefined);
      return registration?.waiting?.state;
    });
  await expect.poll(hasWaiting, { timeout: 30_000 }).toBe('installed');
}

/** Marks a page, so that a reload shows. */
const mark = (page: Page) => page.evaluate(() => void Object.assign(window, { isMarked: true }));
const isMarked = (page: Page) => page.evaluate(() => Object(window).isMarked === true);

test('a new version is not offered while taps wait, and then it is', async ({
  page,
  ownServer: server,
  startInPlaceOf,
  words,
  allowConsole,
}) => {
  allowConsole(SERVER_GONE);
  allowConsole(/ERR_FAILED/);
  const { people, update, common } = words;
  const home = await family(page, server.url);
  await page.goto(`${server.url}/dashboard`);
  await untilControlled(page);
  await mark(page);
  await server.stop();
  const letThrough = await intercept(page, '**/api/sync');
  await page.getByRole('button', { name: filled(people.checkInNamed, { name: 'Ella' }) }).click();
  await startInPlaceOf(server, NEXT_SERVER);
  await untilNewVersionWaits(page);
  await page.waitForTimeout(A_WHILE);
  const offer = page.getByRole('button', { name: update.now });
  await expect(page.getByText(filled(common.banner.waiting.one, { count: 1 }))).toBeAttached();
  await expect(offer).toHaveCount(0);

  letThrough();
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(offer).toBeVisible();
  await expect(page.getByText(NEXT_VERSION.before)).toBeAttached();
  expect(await isMarked(page)).toBe(true);
  const here = [...(await home.documents()).values()].filter((one) => 'open' in one && one.open);
  expect(here).toHaveLength(1);
  await page.context().close();
});

test('a new version is not offered over an open dialog, nor does another tab that takes it reload this one', {
  tag: '@full',
}, async ({ page, ownServer: server, startInPlaceOf, words, allowConsole }) => {
  allowConsole(SERVER_GONE);
  const { common, hereNow, update } = words;
  await family(page, server.url);
  await page.goto(`${server.url}/dashboard`);
  await untilControlled(page);
  const other = await page.context().newPage();
  await other.goto(`${server.url}/profile`);
  const offer = (tab: Page) => tab.getByRole('button', { name: update.now });
  const sheet = page.getByRole('dialog');
  await page.bringToFront();
  await page.getByRole('main').getByRole('button', { name: common.checkIn, exact: true }).first().click();
  await expect(sheet).toBeVisible();
  await mark(page);
  await server.stop();
  await startInPlaceOf(server, NEXT_SERVER);
  await untilNewVersionWaits(page);

  await test.step('the tab without a dialog offers it and takes it', async () => {
    await other.bringToFront();
    await expect(offer(other)).toBeVisible({ timeout: 30_000 });
    await offer(other).click();
    await expect(other.getByText(NEXT_VERSION.after)).toBeAttached({ timeout: 30_000 });
  });

  await test.step('the dialog stays as it is, and nothing is offered over it', async () => {
    await page.bringToFront();
    await page.waitForTimeout(A_WHILE);
    await expect(sheet).toBeVisible();
    await expect(offer(page)).toHaveCount(0);
    expect(await isMarked(page)).toBe(true);
  });

  await test.step('after it the offer comes', async () => {
    await sheet.getByRole('button', { name: hereNow.done, exact: true }).click();
    await expect(offer(page)).toBeVisible();
    await offer(page).click();
    await expect(page.getByText(NEXT_VERSION.after)).toBeAttached({ timeout: 30_000 });
  });
  await page.context().close();
});
