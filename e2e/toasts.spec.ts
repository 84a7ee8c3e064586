import { expect } from '@playwright/test';
import { test } from './support/framme.ts';
import { filled, noahWith, type Parent, person } from './support/parent.ts';
import { passUntil } from './support/paused-clock.ts';

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
    // At rest: it slides in.
    await page.evaluate(async () => {
      await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
    });
    const isInHeader = async () => {
      const box = await close.locator('..').boundingBox();
      const header = await page.getByRole('banner').boundingBox();
      if (!box || !header) throw new Error('nothing to compare');
      return box.y + box.height <= header.y + header.height;
    };
    expect(await isInHeader()).toBe(true);
    await checkIn(LONG).click();
    await pass();
    await expect(close.locator('..')).toContainText(LONG);
    expect(await isInHeader()).toBe(true);
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
