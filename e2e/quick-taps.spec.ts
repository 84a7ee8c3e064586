import { expect, type Locator } from '@playwright/test';
import { test } from './support/framme.ts';
import { filled, person } from './support/parent.ts';

const FRIENDS = ['Alva', 'Bo', 'Cleo', 'Dana', 'Ella', 'Femi'];

test.describe('two quick taps at one place of a phone', () => {
  test.use({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true });

  for (const pause of [60, 150]) {
    test(`change one friend, not two, ${pause} ms apart`, async ({ page, server, parent, words }) => {
      const { people, common } = words;
      await parent.register(server.url, person('Maja', 'Lind'));
      await expect(page).toHaveURL(/dashboard/);
      await parent.follow(common.nav.profile);
      await expect(page).toHaveURL(/profile/);
      await parent.addChild('Noah', '2019-05-01');
      for (const [number, name] of FRIENDS.entries()) {
        await parent.addFriend(name, `070-123 45 6${number}`);
        await expect(page.getByRole('dialog')).toBeHidden();
      }
      await parent.addGuest('Omar', 'fatima.k');
      await expect(page.getByRole('dialog')).toBeHidden();

      await test.step('a guest’s toggle', async () => {
        const omar = page.getByRole('listitem').filter({ hasText: 'Omar' });
        await twice(omar.getByRole('button', { name: filled(people.checkInNamed, { name: 'Omar' }) }), pause);
        await expect(omar).toContainText(common.checkedIn);
        await page.waitForTimeout(600);
        await twice(
          omar.getByRole('button', { name: filled(people.checkOutNamed, { name: 'Omar' }) }),
          pause,
        );
        await expect(omar).toContainText(common.checkedOut);
      });

      await parent.follow(common.nav.dashboard);
      await expect(page).toHaveURL(/dashboard/);
      const cards = page.getByRole('button', { name: filled(people.checkOutNamed, { name: '' }) });
      await twice(page.getByRole('button', { name: filled(people.checkInNamed, { name: 'Dana' }) }), pause);
      await page.waitForTimeout(600);
      await expect(cards).toHaveCount(1);
      await twice(page.getByRole('button', { name: filled(people.checkInNamed, { name: 'Bo' }) }), pause);
      await page.waitForTimeout(600);
      await expect(cards).toHaveCount(2);
      await twice(page.getByRole('button', { name: filled(people.checkOutNamed, { name: 'Bo' }) }), pause);
      await page.waitForTimeout(600);
      await expect(cards).toHaveCount(1);
      await expect(cards).toHaveAccessibleName(filled(people.checkOutNamed, { name: 'Dana' }));

      const told = () => server.stdout.match(/070-123 45 6\d \w+ (in|out)|fatima\.k \w+ (in|out)/g);
      await expect
        .poll(told, { timeout: 20_000 })
        .toEqual([
          'fatima.k Omar in',
          'fatima.k Omar out',
          '070-123 45 63 Dana in',
          '070-123 45 61 Bo in',
          '070-123 45 61 Bo out',
        ]);
    });
  }

  async function twice(button: Locator, pause: number): Promise<void> {
    await button.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
    const box = await button.boundingBox();
    if (!box) throw new Error('The button is not on the screen');
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const page = button.page();
    // Not one after the other's answer: on a busy machine that would be no quick tap.
    const first = page.touchscreen.tap(x, y);
    await page.waitForTimeout(pause);
    await Promise.all([first, page.touchscreen.tap(x, y)]);
  }
});
