import { expect } from '@playwright/test';
import { busyFamily } from './support/busy-family.ts';
import { coveredBy } from './support/covered.ts';
import { test } from './support/framme.ts';
import { filled, noahWith, type Parent, person } from './support/parent.ts';
import { passUntil } from './support/paused-clock.ts';
import { signIn } from './support/signed-in.ts';

test.use({ reducedMotion: 'no-preference' });

const LONG = 'Maximiliana-Konstantinopolitanska av Hohenzollern-Sigmaringen und zu Schleswig';

async function atDashboard(url: string, parent: Parent, friends: string[]): Promise<void> {
  await parent.settle(url, person('Maja', 'Lind'), noahWith(...friends));
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 640 } });

  test('one toast shows at a time, and none covers the next button', async ({
    page,
    server,
    parent,
    words,
  }) => {
    const { people, common } = words;
    await page.clock.install();
    await atDashboard(server.url, parent, ['Alva', 'Bo', LONG]);
    const checkIn = (name: string) =>
      page.getByRole('button', { name: filled(people.checkInNamed, { name }) });
    await expect(checkIn('Alva')).toBeVisible();
    // A toast goes after ten seconds, and a tapped row after five, which pass as the test lets them.
    await page.clock.pauseAt(Date.now() + 10_000);
    const pass = () => page.clock.runFor(500);
    for (const name of ['Alva', 'Bo']) {
      await checkIn(name).click();
      // The first toast comes once its code is there.
      await passUntil(page, () => parent.shown(filled(words.hereNow.checkedIn, { name })).isVisible(), true);
    }
    const close = page.getByRole('button', { name: common.close, exact: true });
    await expect(close).toHaveCount(1);
    const toast = page.getByRole('region', { name: common.toast });
    expect(await coveredBy(toast)).toEqual([]);
    await checkIn(LONG).click();
    await pass();
    await expect(toast).toContainText(LONG);
    expect(await coveredBy(toast)).toEqual([]);
    // After the toast is gone, its undo is still on the card.
    await page.clock.runFor(11_000);
    await expect(close).toHaveCount(0);
    await page.getByRole('button', { name: filled(people.undoNamed, { name: 'Alva' }) }).click();
    await pass();
    await expect(checkIn('Alva')).toBeVisible();
  });
});

test('a newer toast about the same person replaces the older one', { tag: '@full' }, async ({
  page,
  server,
  parent,
  words,
}) => {
  const { people, common } = words;
  await atDashboard(server.url, parent, ['Ella']);
  await page.getByRole('button', { name: filled(people.checkInNamed, { name: 'Ella' }) }).click();
  await expect(page.getByRole('button', { name: common.undo, exact: true })).toHaveCount(1);
  await page.getByRole('button', { name: filled(people.undoNamed, { name: 'Ella' }) }).click();
  await expect(parent.shown(filled(common.undone, { name: 'Ella' }))).toBeVisible();
  await expect(page.getByRole('button', { name: common.undo, exact: true })).toHaveCount(0);
});

for (const [width, height] of [
  [360, 640],
  [390, 844],
] as const)
  test.describe(`${width} px wide, with 12 here`, () => {
    test.use({ viewport: { width, height }, hasTouch: true, isMobile: true });

    test('a toast has its text above its buttons, and lies on no row, heading, logo or fixed button', {
      tag: width === 360 ? [] : '@full',
    }, async ({ page, server, language, words }) => {
      const { people, common } = words;
      const home = await busyFamily(server.url, language, { friends: 40, here: 12 });
      await signIn(page.context(), home, server.url);
      await page.goto(`${server.url}/dashboard`);
      await page.getByRole('button', { name: filled(people.checkOutNamed, { name: 'Vän 12' }) }).click();
      const toast = page.getByRole('region', { name: common.toast });
      const undo = toast.getByRole('button', { name: common.undo, exact: true });
      await expect(undo).toBeVisible();
      expect(await coveredBy(toast)).toEqual([]);
      // The target of a button is higher than what is seen of it.
      const [text, button] = [
        await toast.locator('p').boundingBox(),
        await undo.locator('svg').boundingBox(),
      ];
      expect((text?.y ?? 0) + (text?.height ?? 0)).toBeLessThan(button?.y ?? 0);
      expect(text?.width).toBeGreaterThan(width / 2);
    });
  });
