import { devices, expect, type Page } from '@playwright/test';
import { openBoard } from './support/board.ts';
import { test } from './support/framme.ts';
import { settledFamily } from './support/signed-in.ts';
import { pressStill } from './support/still.ts';

/** The visits after which the app has shown its use. */
const VISITS = 3;

test('after some visits the app can be installed from the dashboard, and declining lets it rest', {
  tag: '@full',
}, async ({ page, server, words, family, open }) => {
  const home = await family();
  const friend = await home.addFriend(await home.addChild('Ebba', '2018-02-03'), 'Vera', '070-123 45 67');
  await open(home);
  await expect(page.getByText('Vera').first()).toBeVisible();
  // The label, which English alone has, leads to the page of this device.
  await expect(page.getByRole('link', { name: words.common.nav.getApp })).toHaveCount(0);
  await canBeInstalled(page, 'dismissed');
  const offer = page.getByRole('region', { name: words.install.offer });
  await expect(offer).toHaveCount(0);
  for (let visit = 0; visit < VISITS; visit++) {
    await home.run('checkIn', friend);
    await home.run('checkOut', friend);
  }
  await expect(offer).toBeVisible();
  await offer.getByRole('button', { name: words.install.act }).click();
  await expect(offer).toHaveCount(0);
  expect(await page.evaluate(() => Object(window).asked)).toBe(1);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await canBeInstalled(page, 'accepted');
  await expect(page.getByText('Vera').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect(offer).toHaveCount(0);
  await test.step('control: on a device where nobody declined it is there', async () => {
    await page.evaluate(() => localStorage.removeItem('framme.install'));
    await page.reload();
    await expect(page.getByText('Vera').first()).toBeVisible();
    await canBeInstalled(page, 'accepted');
    await expect(offer).toBeVisible();
  });
  await page.goto(`${server.url}/profile/device`);
  await expect(page.getByRole('heading', { level: 2, name: words.install.title })).toBeVisible();
  await canBeInstalled(page, 'accepted');
  await pressStill(page.getByRole('button', { name: words.install.act }));
  await expect(page.getByRole('button', { name: words.install.act })).toHaveCount(0);
  await expect(page.getByText(words.install.byMenu)).toBeVisible();
  await pressStill(page.getByText(words.install.storage.title));
  const { kept, mayGo } = words.install.storage;
  await expect(page.getByText(kept).or(page.getByText(mayGo))).toBeVisible();
});

test('an iPhone is told its way to the home screen', { tag: '@full' }, async ({ parent, another }) => {
  const { language, words, url } = parent;
  const { userAgent, viewport } = devices['iPhone 15'];
  const { page } = await another({ userAgent, viewport });
  await openBoard(page, await settledFamily(url, language), url, '/profile/device');
  for (const step of Object.values(words.install.apple)) await expect(page.getByText(step)).toBeVisible();
});

/** Offers the installation as Chromium does; the parent's answer to the browser's own question is `outcome`. */
async function canBeInstalled(page: Page, outcome: 'accepted' | 'dismissed'): Promise<void> {
  await page.evaluate((answer) => {
    const prompt = async () => {
      Object(window).asked = (Object(window).asked ?? 0) + 1;
      return { outcome: answer };
    };
    window.dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt }));
  }, outcome);
}
