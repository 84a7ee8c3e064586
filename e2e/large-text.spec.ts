import { expect } from '@playwright/test';
import { appPages, kindOf } from '#domain/pages/pages.ts';
import { enlarge, faultsOfLayout } from './support/accessibility/large-text.ts';
import { placeOf } from './support/board.ts';
import { busyFamily } from './support/busy-family.ts';
import { coveredBy } from './support/covered.ts';
import { test } from './support/framme.ts';
import { filled } from './support/parent.ts';
import { pressPaused } from './support/paused-clock.ts';
import { untilRest, watchRequests } from './support/rest.ts';
import { LONG_FRIEND, settledFamily, signIn } from './support/signed-in.ts';
import { untilSettled } from './support/still.ts';

const OF_A_PARENT = ['/', ...appPages.filter((page) => kindOf(page) === 'guarded')];

// Text enlarged by the root's size is examined on every screen (every-screen.spec.ts).
test.use({ viewport: { width: 360, height: 640 } });

test.describe('on a phone that scales text itself', () => {
  test.use({ isMobile: true, hasTouch: true });

  test('the pages of a parent stay whole', { tag: '@full' }, async ({ page, context, server, language }) => {
    watchRequests(page);
    await signIn(context, await settledFamily(server.url, language), server.url);
    for (const route of OF_A_PARENT) {
      await page.goto(server.url + route);
      await untilRest(page);
      const before = await page.locator('h1').evaluate(widthOfText);
      await enlarge(page, 'text-size-adjust: 200%');
      expect(await page.locator('h1').evaluate(widthOfText), 'the text is larger').not.toBe(before);
      expect.soft(await faultsOfLayout(page), route).toEqual([]);
    }
  });
});

for (const [width, height] of [
  [360, 640],
  [390, 844],
] as const)
  test(`with letters of the double size most of ${width} px is content, and a toast covers none`, {
    tag: width === 360 ? [] : '@full',
  }, async ({ page, context, server, language, words }) => {
    const { people, common, historyPage } = words;
    await page.setViewportSize({ width, height });
    await signIn(context, await busyFamily(server.url, language, { friends: 12, here: 4 }), server.url);
    await page.goto(`${server.url}/dashboard`);
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
    expect(rest).toBeGreaterThan(height / 2);
    expect(await coveredBy(toast, undo)).toEqual([]);

    await page.goto(`${server.url}/history`);
    await enlarge(page, 'font-size: 200%');
    await expect(page.getByRole('main').getByRole('listitem').first()).toBeInViewport();
    const filters = page.getByRole('search');
    const week = filters.getByRole('button', { name: historyPage.thisWeek });
    await expect(week).toBeHidden();
    await filters.getByRole('button', { name: historyPage.filters, exact: true }).click();
    await week.click();
    await expect(week).toHaveAttribute('aria-pressed', 'true');
  });

test('what came of a tap in a dialog lies over neither its title nor a control, and moves nothing', async ({
  page,
  context,
  server,
  language,
  parent,
  words,
}) => {
  const { modal, common } = words;
  await signIn(context, await settledFamily(server.url, language), server.url);
  await page.clock.install();
  await page.goto(server.url);
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

test('the checks find planted faults', async ({ page }) => {
  await page.setContent(`<style>.cut { height: 1em; width: 60px; overflow: hidden }
    .bar { position: fixed; top: 0; left: 0; display: flex } .bar button { flex: none; width: 300px }</style>
    <div id="root"><div class="bar"><button>one</button><button>two beside the screen</button></div>
    <p class="cut">cut off in the middle</p>
    <p style="width: 1em; overflow-wrap: anywhere">3 squeezed here</p>
    <div style="position: relative; height: 60px"><button style="position: absolute; width: 90px">first</button>
    <button style="position: absolute; left: 40px; width: 90px">second</button></div></div>
    <dialog style="max-height: 90px; padding: 0"><h2>Small</h2>
    <div role="status" style="position: absolute; top: 0"><p>Done</p></div><div style="height: 60px; overflow-y: auto">
    <p>much</p><p>to</p><p>read</p><button>and press</button></div></dialog>`);
  const faults = (await faultsOfLayout(page)).join('\n');
  expect(faults).toContain('leaves the screen');
  expect(faults).toContain('cuts its text off');
  expect(faults).toMatch(/one letter a line .*squeezed/);
  expect(faults).toMatch(/overlap: .*first.* and .*second/);
  await page.evaluate(() => document.querySelector('dialog')?.showModal());
  const ofDialog = (await faultsOfLayout(page)).join('\n');
  expect(ofDialog).toContain('px to read in');
  expect(ofDialog).toContain('an outcome lies over: <h2>Small');
});

function widthOfText(element: Element): string {
  const range = document.createRange();
  range.selectNodeContents(element);
  const { width, height } = range.getBoundingClientRect();
  return `${width} x ${height}`;
}
