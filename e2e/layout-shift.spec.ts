import { expect, type Page } from '@playwright/test';
import { shiftsOn, slowDown, watchShifts } from './support/accessibility/layout-shifts.ts';
import { isHydrated, PAGES_OF_A_PARENT, PAGES_OF_A_VISITOR } from './support/documents.ts';
import { forgetCopy } from './support/forget-copy.ts';
import { allowConsole, test } from './support/framme.ts';
import { type Parent, person } from './support/parent.ts';

test.use({ reducedMotion: 'no-preference' });

/** The largest layout shift that a page may have in total. */
const MOST = 0.01;
/** The wait for late changes, in ms: a mark that appears, or a list that is drawn in parts. */
const SETTLE = 800;
/** The latency of the server without local data, in ms: a skeleton is shown meanwhile. */
const ANSWER = 900;
const SIZES = [
  { width: 360, height: 640 },
  { width: 1280, height: 800 },
];

for (const viewport of SIZES) {
  test.describe(`on a slow network, ${viewport.width} px wide`, () => {
    test.use({ viewport });
    test.setTimeout(240_000);

    test('the pages of a visitor have no layout shift', { tag: '@full' }, async ({ context, server }) => {
      allowConsole(/404 \(Not Found\)/);
      const routes = [...PAGES_OF_A_VISITOR];
      const visit = async () => visitInTurn(await context.newPage(), server.url, routes);
      // Side by side, for most of it is waiting for the slow network.
      await Promise.all([visit(), visit(), visit(), visit()]);
    });

    test('pages do not shift, with local data or without', { tag: '@full' }, async ({ parent, another }) => {
      const { page, url } = parent;
      await settleFamily(page, url, parent);
      const fresh = await sameSession(page, (await another()).page);
      await Promise.all([
        visitInTurn(page, url, [...PAGES_OF_A_PARENT]),
        visitInTurn(fresh, url, [...PAGES_OF_A_PARENT], () => forgetCopy(fresh, url)),
      ]);
    });
  });
}

test('the check finds the shift of a line inserted late', { tag: '@full' }, async ({ page, server }) => {
  await watchShifts(page);
  await page.goto(server.url);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // A line inserted before would be a difference from the document.
  await isHydrated(page);
  expect((await shiftsOn(page)).total).toBeLessThanOrEqual(MOST);
  await page.evaluate(() => {
    const late = document.createElement('p');
    late.textContent = 'late';
    late.style.height = '5rem';
    document.querySelector('main')?.prepend(late);
  });
  await expect.poll(async () => (await shiftsOn(page)).total).toBeGreaterThan(MOST);
});

/** Visits the routes in sequence and removes each from the list, so that several pages can share one. */
async function visitInTurn(
  page: Page,
  url: string,
  routes: string[],
  prepare = async () => {},
): Promise<void> {
  await watchShifts(page);
  await slowDown(page);
  for (let route = routes.shift(); route; route = routes.shift()) {
    await prepare();
    await expectStill(page, url + route);
  }
}

async function expectStill(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible({ timeout: 20_000 });
  await expect(page.locator('[class*="skeleton"]')).toHaveCount(0, { timeout: 20_000 });
  await page.waitForTimeout(SETTLE);
  const { total, moved } = await shiftsOn(page);
  expect(total, `${address} shifted by ${total}:\n${moved.join('\n')}`).toBeLessThanOrEqual(MOST);
}

async function settleFamily(page: Page, url: string, parent: Parent): Promise<void> {
  // An address of a usual length, on one line.
  const email = `maja.${crypto.randomUUID().slice(0, 8)}@example.org`;
  await parent.settle(url, { ...person('Maja', 'Lind'), email }, async (home) => {
    const noah = await home.addChild('Noah', '2019-05-01');
    for (const name of ['Alva', 'Bo', 'Cleo']) await home.addFriend(noah, name, '070-123 45 67');
  });
  const checkIn = page.getByRole('main').getByRole('button', { name: parent.words.common.checkIn });
  await checkIn.first().click();
  await expect(page.getByRole('main').getByText(parent.words.common.checkedIn)).toBeVisible();
}

/** The same session in another browser, without local data. */
async function sameSession(page: Page, fresh: Page): Promise<Page> {
  await fresh.context().addCookies(await page.context().cookies());
  const account = await page.evaluate(() => localStorage.getItem('framme.account') ?? '');
  await fresh.addInitScript((kept) => localStorage.setItem('framme.account', kept), account);
  await fresh.route('**/api/sync', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, ANSWER));
    await route.continue();
  });
  return fresh;
}
