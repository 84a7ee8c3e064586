import { expect } from '@playwright/test';
import { placeOf } from './support/board.ts';
import { test } from './support/framme.ts';
import { filled } from './support/parent.ts';
import { untilSettled } from './support/still.ts';
import { Thumb } from './support/taps.ts';

test.use({ reducedMotion: 'no-preference' });

/** A tapped row stays at least this long, in ms. */
const STAYS = 5000;

test.describe('a thumb on a phone, with 40 friends', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  for (const here of [0, 4, 12])
    test(`with ${here} here: one tap for a row, two for an arrival, one more for the next, and a mistake is undone in one`, {
      tag: here === 4 ? [] : '@full',
    }, async ({ page, words, board }) => {
      const { on } = await board({ friends: 40, here });
      const thumb = new Thumb(page);
      await expect(on.open).toBeVisible();

      await test.step('the last who came arrives, or one who is here leaves', async () => {
        const [name, now] =
          here === 0 ? ['Vän 39', words.common.checkedIn] : [`Vän ${here}`, words.common.checkedOut];
        await thumb.press(here === 0 ? on.checkIn(name) : on.checkOut(name));
        expect(thumb.taps).toBe(1);
        await expect(on.row(name).filter({ has: on.undo(name) })).toContainText(now);
      });
      const others = here === 0 ? 1 : here - 1;
      await expect(on.count(others)).toBeVisible();

      await test.step('in the sheet', async () => {
        await thumb.press(on.open);
        await thumb.press(on.inSheet.checkIn('Vän 40'));
        expect(thumb.taps - 1).toBe(2);
        await expect(on.sheet.getByRole('listitem').filter({ hasText: 'Vän 40' })).toContainText(
          new RegExp(`${words.common.checkedIn} \\d\\d:\\d\\d`),
        );
        await thumb.press(on.inSheet.checkIn('Vän 38'));
        await thumb.press(on.inSheet.undo('Vän 38'));
        expect(thumb.taps - 1).toBe(4);
        await expect(on.inSheet.checkIn('Vän 38')).toBeVisible();
        await thumb.press(on.done);
        await expect(on.count(others + 1)).toBeVisible();
        // Who stayed longest stands first.
        await thumb.press(on.checkOut(here === 0 ? 'Vän 39' : `Vän ${here - 1}`));
        expect(thumb.taps - 1).toBe(6);
      });

      await test.step('those who are here apart, and a friend among forty', async () => {
        await on.open.click();
        const already = on.sheet.getByRole('region', { name: words.people.alreadyHere });
        await expect(already.getByRole('listitem')).toHaveCount(others);
        await expect(already.getByRole('button')).toHaveCount(0);
        const search = on.sheet.getByRole('searchbox');
        await search.fill('van 17');
        await expect(on.sheet.getByRole('listitem')).toHaveCount(1);
        await expect(on.sheet.getByRole('listitem')).toContainText('Vän 17');
        await search.fill('alva van 3');
        await expect(on.sheet.getByRole('listitem').filter({ hasText: 'Vän 4' })).toHaveCount(0);
        await search.fill('nobody');
        await expect(on.sheet.getByText(filled(words.people.nobodyFound, { typed: 'nobody' }))).toBeVisible();
      });
    });

  test('an installed app’s shortcut opens the sheet: a tap', { tag: '@full' }, async ({ parent, board }) => {
    const { page, url } = parent;
    const { on } = await board({ friends: 40, here: 4 }, '/dashboard?check-in');
    const thumb = new Thumb(page);
    await thumb.press(on.inSheet.checkIn('Vän 40'));
    expect(thumb.taps).toBe(1);
    await on.done.click();
    await expect(page).toHaveURL(`${url}/dashboard`);
    await page.reload();
    await expect(on.count(5)).toBeVisible();
    await expect(on.sheet).toBeHidden();
  });
});

test.describe('a tapped row', () => {
  // Its seconds pass as the test lets them.
  test.beforeEach(({ page }) => page.clock.install());

  test('stays for five seconds where it is, and then moves to the other list', async ({ page, board }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const { on } = await board({ friends: 40, here: 2 });
    const next = on.checkIn('Vän 37');
    await expect(next).toBeVisible();
    await page.clock.pauseAt(Date.now() + 10_000);
    await on.checkIn('Vän 39').scrollIntoViewIfNeeded();
    const before = await placeOf(next);
    await on.checkIn('Vän 39').click();
    await page.mouse.move(5, 5);
    await page.clock.runFor(STAYS - 1000);
    await expect(on.undo('Vän 39')).toBeVisible();
    await expect(on.count(3)).toBeVisible();
    await page.clock.runFor(900);
    expect(await placeOf(next)).toEqual(before);
    await expect(on.checkOut('Vän 39')).toHaveCount(0);
    await page.clock.resume();
    await expect(on.checkOut('Vän 39')).toBeVisible();
    // The undo of five minutes is in the row of the board.
    await expect(on.undo('Vän 39')).toHaveCount(1);
    await untilSettled(on.undo('Vän 39'));
    await on.undo('Vän 39').click();
    await expect(on.count(2)).toBeVisible();
  });

  test('of a check-in by keyboard is undone with the next key press; gone, it leads the focus to the heading', {
    tag: '@full',
  }, async ({ page, board }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    const { on } = await board({ friends: 40, here: 0 });
    const friend = on.checkIn('Vän 39');
    await expect(friend).toBeVisible();
    await page.clock.pauseAt(Date.now() + 10_000);
    await friend.press('Enter');
    await page.clock.runFor(500);
    await expect(on.undo('Vän 39')).toBeFocused();
    await expect(on.count(1)).toBeVisible();
    await page.keyboard.press('Enter');
    await page.clock.runFor(500);
    await expect(on.checkIn('Vän 39')).toBeFocused();
    await page.keyboard.press('Enter');
    // The focus holds the list for ten seconds.
    await page.clock.runFor(12_000);
    await expect(page.getByRole('heading', { name: 'Noah' })).toBeFocused();
    await expect(on.count(1)).toBeVisible();
  });
});

test('on a desk "/" searches the lists, side by side', { tag: '@full' }, async ({ page, board }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const { on } = await board({ friends: 40, here: 4 });
  const search = page.getByRole('searchbox');
  await expect(on.checkIn('Vän 39')).toBeVisible();
  const [noah, alva] = [await placeOf(on.checkIn('Vän 39')), await placeOf(on.checkIn('Vän 40'))];
  expect(noah.y).toBe(alva.y);
  await page.keyboard.press('/');
  await expect(search).toBeFocused();
  await page.keyboard.type('1/');
  await expect(search).toHaveValue('1/');
  await search.fill('van 2');
  await expect(on.checkOut('Vän 2')).toBeVisible();
  await expect(on.checkIn('Vän 25')).toBeVisible();
  await expect(on.checkIn('Vän 39')).toBeHidden();
  await search.fill('');
  await expect(on.checkIn('Vän 39')).toBeVisible();
});
