import { expect } from '@playwright/test';
import { controls, openBoard, placeOf } from './support/board.ts';
import { busyFamily } from './support/busy-family.ts';
import { test } from './support/framme.ts';
import { filled } from './support/parent.ts';
import { untilSettled } from './support/still.ts';
import { Thumb } from './support/taps.ts';

test.use({ reducedMotion: 'no-preference' });

/** A tapped row stays at least this long, in ms. */
const STAYS = 5000;

test.describe('a thumb on a phone, with 40 friends', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  for (const here of [0, 4, 12]) {
    test(`with ${here} here: one arrives in two taps, the next in one more, and a mistake is undone in one`, {
      tag: here === 4 ? [] : '@full',
    }, async ({ page, server, language, words }) => {
      await openBoard(page, await busyFamily(server.url, language, { friends: 40, here }), server.url);
      const on = controls(page, words);
      const thumb = new Thumb(page);
      await expect(on.open).toBeVisible();

      await thumb.press(on.open);
      await thumb.press(on.inSheet.checkIn('Vän 40'));
      expect(thumb.taps).toBe(2);
      await expect(on.sheet.getByRole('listitem').filter({ hasText: 'Vän 40' })).toContainText(
        new RegExp(`${words.common.checkedIn} \\d\\d:\\d\\d`),
      );
      await thumb.press(on.inSheet.checkIn('Vän 39'));
      expect(thumb.taps).toBe(3);
      await thumb.press(on.inSheet.undo('Vän 39'));
      expect(thumb.taps).toBe(4);
      await expect(on.inSheet.checkIn('Vän 39')).toBeVisible();
      await thumb.press(on.done);
      await expect(on.count(here + 1)).toBeVisible();
      await thumb.press(on.checkOut('Vän 40'));
      expect(thumb.taps).toBe(6);
    });
  }

  test('with nobody here the one who came last arrives in one tap', { tag: '@full' }, async ({
    page,
    server,
    language,
    words,
  }) => {
    await openBoard(page, await busyFamily(server.url, language, { friends: 40, here: 0 }), server.url);
    const on = controls(page, words);
    const thumb = new Thumb(page);
    await thumb.press(on.checkIn('Vän 39'));
    expect(thumb.taps).toBe(1);
    await expect(on.row('Vän 39').filter({ has: on.undo('Vän 39') })).toContainText(words.common.checkedIn);
  });

  test('with 4 here one leaves in one tap', async ({ page, server, language, words }) => {
    await openBoard(page, await busyFamily(server.url, language, { friends: 40, here: 4 }), server.url);
    const on = controls(page, words);
    const thumb = new Thumb(page);
    await thumb.press(on.checkOut('Vän 1'));
    expect(thumb.taps).toBe(1);
    await expect(on.row('Vän 1').filter({ has: on.undo('Vän 1') })).toContainText(words.common.checkedOut);
    await expect(on.count(3)).toBeVisible();
  });

  test('the shortcut of the installed app opens the sheet: one tap', { tag: '@full' }, async ({
    page,
    server,
    language,
    words,
  }) => {
    const home = await busyFamily(server.url, language, { friends: 40, here: 4 });
    await openBoard(page, home, server.url, '/dashboard?check-in');
    const on = controls(page, words);
    const thumb = new Thumb(page);
    await thumb.press(on.inSheet.checkIn('Vän 40'));
    expect(thumb.taps).toBe(1);
    await on.done.click();
    await expect(page).toHaveURL(`${server.url}/dashboard`);
    await page.reload();
    await expect(on.count(5)).toBeVisible();
    await expect(on.sheet).toBeHidden();
  });

  test('the sheet lists those who are here apart, and finds a friend among forty', async ({
    page,
    server,
    language,
    words,
  }) => {
    await openBoard(page, await busyFamily(server.url, language, { friends: 40, here: 4 }), server.url);
    const on = controls(page, words);
    await on.open.click();
    const already = on.sheet.getByRole('region', { name: words.people.alreadyHere });
    await expect(already.getByRole('listitem')).toHaveCount(4);
    await expect(already.getByRole('button')).toHaveCount(0);
    await on.sheet.getByRole('searchbox').fill('van 17');
    await expect(on.sheet.getByRole('listitem')).toHaveCount(1);
    await expect(on.sheet.getByRole('listitem')).toContainText('Vän 17');
    await on.sheet.getByRole('searchbox').fill('alva van 3');
    await expect(on.sheet.getByRole('listitem').filter({ hasText: 'Vän 4' })).toHaveCount(0);
    await on.sheet.getByRole('searchbox').fill('nobody');
    await expect(on.sheet.getByText(filled(words.people.nobodyFound, { typed: 'nobody' }))).toBeVisible();
  });
});

test.describe('a tapped row', () => {
  // Its seconds pass as the test lets them.
  test.beforeEach(({ page }) => page.clock.install());

  test('stays for five seconds where it is, and then moves to the other list', async ({
    page,
    server,
    language,
    words,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await openBoard(page, await busyFamily(server.url, language, { friends: 40, here: 2 }), server.url);
    const on = controls(page, words);
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

  test('stays as long as a mouse moves over the lists', { tag: '@full' }, async ({
    page,
    server,
    language,
    words,
  }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await openBoard(page, await busyFamily(server.url, language, { friends: 40, here: 2 }), server.url);
    const on = controls(page, words);
    const leaving = on.checkOut('Vän 2');
    await expect(leaving).toBeVisible();
    await page.clock.pauseAt(Date.now() + 10_000);
    await leaving.click();
    await page.clock.runFor(500);
    const { x, y } = await placeOf(on.undo('Vän 2'));
    for (let second = 0; second < 8; second++) {
      await page.mouse.move(x + second, y + 20);
      await page.clock.runFor(1000);
    }
    await expect(on.undo('Vän 2')).toBeVisible();
    await page.mouse.move(x, 5);
    // The browser may tell of the move within the next frame.
    await page.clock.resume();
    await expect(on.checkIn('Vän 2')).toBeVisible();
  });

  test('a check-in by keyboard is undone with the next key press', { tag: '@full' }, async ({
    page,
    server,
    language,
    words,
  }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await openBoard(page, await busyFamily(server.url, language, { friends: 40, here: 0 }), server.url);
    const on = controls(page, words);
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
  });
});

test('on a desk "/" searches the lists, which stand side by side', { tag: '@full' }, async ({
  page,
  server,
  language,
  words,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await openBoard(page, await busyFamily(server.url, language, { friends: 40, here: 4 }), server.url);
  const on = controls(page, words);
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
