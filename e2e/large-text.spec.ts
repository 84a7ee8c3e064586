import { expect } from '@playwright/test';
import { enlarge, faultsOfLayout } from './support/accessibility/large-text.ts';
import { placeOf } from './support/board.ts';
import { busyFamily } from './support/busy-family.ts';
import { coveredBy } from './support/covered.ts';
import { PAGES_OF_A_PARENT } from './support/documents.ts';
import { test } from './support/framme.ts';
import { filled } from './support/parent.ts';
import { pressPaused } from './support/paused-clock.ts';
import { untilRest, watchRequests } from './support/rest.ts';
import { LONG_FRIEND, signIn } from './support/signed-in.ts';
import { untilSettled } from './support/still.ts';

// Text enlarged by the root's size is examined on every screen (every-screen.spec.ts).
test.use({ viewport: { width: 360, height: 640 } });

test.describe('on a phone that scales text itself', () => {
  test.use({ isMobile: true, hasTouch: true });

  test('the pages of a parent stay whole', { tag: '@full' }, async ({ page, server, settled }) => {
    watchRequests(page);
    await settled();
    for (const route of PAGES_OF_A_PARENT) {
      await page.goto(server.url + route);
      await untilRest(page);
      const before = await page.locator('h1').evaluate(widthOfText);
      await enlarge(page, 'text-size-adjust: 200%');
      expect(await page.locator('h1').evaluate(widthOfText), 'the text is larger').not.toBe(before);
      expect.soft(await faultsOfLayout(page), route).toEqual([]);
    }
  });
});

test('at double size most of a small phone is content, under no toast', async ({ parent, context }) => {
  const { page, language, words, url } = parent;
  const { people, common, historyPage } = words;
  await signIn(context, await busyFamily(url, language, { friends: 12, here: 4 }), url);
  await page.goto(`${url}/dashboard`);
  await enlarge(page, 'font-size: 200%');
  const checkOut = page.getByRole('button', { name: filled(people.checkOutNamed, { name: 'Vän 4' }) });
  await untilSettled(checkOut);
  await checkOut.click();
  const toast = page.getByRole('region', { name: common.toast });
  await expect(toast).toContainText('Vän 4');
  const undo = page.getByRole('button', { name: filled(people.undoNamed, { name: 'Vän 4' }) });
  const button = page.getByRole('main').getByRole('button', { name: common.checkIn, exact: true });
  const header = await placeOf(page.getByRole('banner'));
  // The toast may lie in the middle, above the button that was pressed.
  const rest = (await placeOf(button)).y - header.height - (await placeOf(toast)).height;
  expect(rest).toBeGreaterThan(640 / 2);
  expect(await coveredBy(toast, undo)).toEqual([]);

  await page.goto(`${url}/history`);
  await enlarge(page, 'font-size: 200%');
  await expect(page.getByRole('table').getByRole('row').nth(1)).toBeInViewport();
  const filters = page.getByRole('search');
  const when = filters.getByLabel(historyPage.when);
  await expect(when).toBeHidden();
  await filters.getByRole('button', { name: historyPage.filters, exact: true }).click();
  await when.selectOption(historyPage.thisWeek);
  await expect(page).toHaveURL(/week=this/);

  await page.setViewportSize({ width: 768, height: 1024 });
  for (const route of ['/history', '/dashboard']) {
    await page.goto(url + route);
    await enlarge(page, 'font-size: 200%');
    expect(await faultsOfLayout(page), route).toEqual([]);
  }
});

test('what came of a tap in a dialog covers no control, moves nothing', async ({ parent, settled }) => {
  const { page, words, url } = parent;
  const { modal, common } = words;
  await settled();
  await page.clock.install();
  await page.goto(url);
  await enlarge(page, 'font-size: 200%');
  const dialog = await parent.openModal('checkIn', 'Noah');
  const title = dialog.getByRole('heading', { level: 2 });
  for (const [name, outcome] of [
    ['Ella', filled(modal.alreadyIn, { name: 'Ella', time: '' }).slice(0, 20)],
    [LONG_FRIEND, LONG_FRIEND],
    ['عمر فاروق', common.success],
  ] as const) {
    const row = dialog.getByRole('listitem').getByRole('button', { name });
    await untilSettled(row);
    await row.scrollIntoViewIfNeeded();
    const before = [await placeOf(title), await placeOf(row)];
    await pressPaused(page, dialog, row, outcome);
    expect([await placeOf(title), await placeOf(row)]).toEqual(before);
    expect(await faultsOfLayout(page)).toEqual([]);
  }
});

function widthOfText(element: Element): string {
  const range = document.createRange();
  range.selectNodeContents(element);
  const { width, height } = range.getBoundingClientRect();
  return `${width} x ${height}`;
}
