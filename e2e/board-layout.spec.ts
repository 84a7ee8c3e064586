import { expect } from '@playwright/test';
import { LOCALES } from '#domain/language.ts';
import { HOUR_MS } from '#domain/time.ts';
import { danglingDots } from './support/accessibility/dangling-dots.ts';
import { controls, placeOf } from './support/board.ts';
import { busyFamily } from './support/busy-family.ts';
import { test } from './support/framme.ts';
import { filled } from './support/parent.ts';
import { addPastVisit } from './support/visits.ts';

/** The step between the widths of phones at which dots are looked for, in px. */
const STEP = process.env.TESTS === 'short' ? 12 : 4;

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true });

  test('with 12 here the rows begin below the lit house, or one line on a low screen, and have their size', {
    tag: '@full',
  }, async ({ page, server, language, words, open }) => {
    await open(await busyFamily(server.url, language, { friends: 40, here: 12 }));
    const on = controls(page, words);
    const rowOf = (name: string) => on.row(name).filter({ has: on.checkOut(name) });

    const house = page.locator('[data-board] svg:has([data-lit])');
    for (const [width, height, most] of [
      [390, 844, 150],
      [360, 640, 112],
    ] as const) {
      await page.setViewportSize({ width, height });
      const first = rowOf('Vän 12');
      await expect(first).toContainText(/Alva\s· 1 h/, { useInnerText: true });
      expect((await placeOf(first)).y).toBeLessThanOrEqual(most);
      await expect(house).toBeVisible({ visible: height > 700 });
      await expect(house.locator('[data-lit]')).toHaveCount(6);
      await expect(on.count(12)).toBeInViewport({ ratio: 1 });
    }

    await test.step('a row is at most 72 px high, and its check-out at least 64', async () => {
      for (const name of ['Vän 12', 'Vän 1']) {
        // A line of 1 px separates the rows.
        expect((await placeOf(rowOf(name))).height).toBeLessThanOrEqual(73);
        expect((await placeOf(rowOf(name))).height).toBeGreaterThanOrEqual(64);
        expect((await placeOf(on.checkOut(name))).height).toBeGreaterThanOrEqual(64);
      }
    });

    await test.step('the check-in button is in reach wherever the page is scrolled', async () => {
      const bar = page.getByRole('navigation', { name: words.common.nav.places });
      for (const share of [0, 0.5, 1]) {
        await page.evaluate(
          (part) => window.scrollTo(0, part * document.documentElement.scrollHeight),
          share,
        );
        await expect(on.open).toBeInViewport({ ratio: 1 });
        await on.open.click({ trial: true });
        const button = await placeOf(on.open);
        expect(button.height).toBeGreaterThanOrEqual(64);
        expect(button.y + button.height).toBeLessThanOrEqual((await placeOf(bar)).y);
      }
    });
  });
});

test('names keep words whole; two columns fit', { tag: '@full' }, async ({ page, words, family, open }) => {
  const home = await family();
  const child = await home.addChild('Hugo');
  const names = ['Noah Holm', 'Alice Bergströmsson'];
  for (const name of names) await home.run('checkIn', await home.addFriend(child, name));
  await open(home);
  const on = controls(page, words);
  const surname = page.getByRole('main').getByText('Alice Bergströmsson').first();
  const tops: number[] = [];
  for (const width of [360, 390, 768, 1280, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await surname.evaluate(linesOfLastWord), `${width} px`).toBe(1);
    const [above, below] = await Promise.all(names.map((name) => placeOf(on.checkOut(name))));
    tops.push((below?.y ?? 0) - (above?.y ?? 0));
  }
  expect(tops.slice(0, 2).every((between) => between > 60)).toBe(true);
  expect(tops.slice(2)).toEqual([0, 0, 0]);
});

test('a desk lists who usually comes on this weekday, checked in by one press', {
  tag: '@full',
}, async ({ page, language, words, family, open }) => {
  const home = await family();
  const noah = await home.addChild('Noah');
  const ella = await home.addFriend(noah, 'Ella');
  for (const weeks of [2, 1]) await addPastVisit(home, ella, weeks * 7 * 24, 1);
  await open(home);
  const locale = { weekday: 'long', timeZone: 'Europe/Stockholm' } as const;
  const day = new Date().toLocaleDateString(LOCALES[language], locale);
  const usual = page.getByRole('region', { name: filled(words.hereNow.usual, { day }) });
  await usual.getByRole('button', { name: filled(words.people.checkInNamed, { name: 'Ella' }) }).click();
  await expect(usual.getByRole('listitem')).toContainText(words.common.checkedIn);
  await expect(controls(page, words).count(1)).toBeVisible();
});

test('no dot begins or ends a line, in a row or below the last check-in', async ({ page, family, open }) => {
  const home = await family();
  const child = await home.addChild('Anna-Karin Bergström');
  await home.run('checkIn', await home.addFriend(child, 'عمر فاروق'));
  const [arrived = '', left = ''] = [5, 4].map((hours) =>
    new Date(Date.now() - hours * HOUR_MS).toISOString(),
  );
  await home.run('addVisit', { ...(await home.addGuest(child, 'Maximiliane')), arrived, left });
  const dangling: string[] = [];
  for (const path of ['/dashboard', '/history', '/profile', `/profile?child=${child}`]) {
    await open(home, path);
    await expect(page.getByText('Anna-Karin').filter({ visible: true }).first()).toBeVisible();
    for (let width = 320; width <= 1280; width += width < 420 ? STEP : 60) {
      await page.setViewportSize({ width, height: 640 });
      const found = await page.evaluate(danglingDots);
      dangling.push(...found.map((text) => `${path}, ${width} px: ${text}`));
    }
  }
  expect(dangling).toEqual([]);
});

/** Runs in the page. */
function linesOfLastWord(name: Element): number {
  const text = name.firstChild as Text;
  const range = document.createRange();
  range.setStart(text, text.data.lastIndexOf(' ') + 1);
  range.setEnd(text, text.data.length);
  return range.getClientRects().length;
}
