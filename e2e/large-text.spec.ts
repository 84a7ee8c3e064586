import { expect, type Page } from '@playwright/test';
import { kindOf, pageRoutes } from '#domain/pages/pages.ts';
import { everyScreenOf } from './support/every-screen.ts';
import { test } from './support/framme.ts';
import { type Enlarged, enlarge, faultsOfLayout } from './support/large-text.ts';
import { PEOPLE, settledFamily, signIn } from './support/signed-in.ts';

const WIDTHS = [320, 360];
const BY_FONT: Enlarged[] = ['font-size: 100%', 'font-size: 150%', 'font-size: 200%'];
const OF_A_PARENT = ['/', ...pageRoutes.filter((page) => kindOf(page) === 'guarded')];
const OF_A_VISITOR = [...pageRoutes.filter((page) => kindOf(page) !== 'guarded'), '/nowhere'];

test.use({ viewport: { width: 360, height: 640 }, reducedMotion: 'reduce' });
test.setTimeout(600_000);

test('with large text nothing of a visitor’s pages is cut, overlaps or leaves the screen', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(/404 \(Not Found\)/);
  for (const route of OF_A_VISITOR)
    await everyScreenOf(page, server.url + route, [], (what) => examine(page, what, BY_FONT));
});

for (const route of OF_A_PARENT)
  test(`with large text nothing of ${route} and its dialogs is cut, overlaps or leaves the screen`, async ({
    page,
    context,
    server,
    language,
  }) => {
    await signIn(context, await settledFamily(server.url, language), server.url);
    await everyScreenOf(page, server.url + route, PEOPLE, (what) => examine(page, what, BY_FONT));
  });

test.describe('on a phone that scales text itself', () => {
  test.use({ isMobile: true, hasTouch: true });

  test('the pages of a parent stay whole', async ({ page, context, server, language }) => {
    await signIn(context, await settledFamily(server.url, language), server.url);
    for (const route of OF_A_PARENT) {
      await page.goto(server.url + route);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.waitForLoadState('networkidle');
      const before = await page.locator('h1').evaluate(widthOfText);
      await enlarge(page, 'text-size-adjust: 200%');
      expect(await page.locator('h1').evaluate(widthOfText), 'the text is larger').not.toBe(before);
      expect.soft(await faultsOfLayout(page), route).toEqual([]);
    }
  });
});

test('the checks find planted faults', async ({ page }) => {
  await page.setContent(`<style>.cut { height: 1em; width: 60px; overflow: hidden }
    .bar { position: fixed; top: 0; left: 0; display: flex } .bar button { flex: none; width: 300px }</style>
    <div id="root"><div class="bar"><button>one</button><button>two beside the screen</button></div>
    <p class="cut">cut off in the middle</p>
    <p style="width: 1em; overflow-wrap: anywhere">3 squeezed here</p>
    <div style="position: relative; height: 60px"><button style="position: absolute; width: 90px">first</button>
    <button style="position: absolute; left: 40px; width: 90px">second</button></div></div>
    <dialog style="max-height: 90px; padding: 0"><h2>Small</h2><div style="height: 60px; overflow-y: auto">
    <p>much</p><p>to</p><p>read</p><button>and press</button></div></dialog>`);
  const faults = (await faultsOfLayout(page)).join('\n');
  expect(faults).toContain('leaves the screen');
  expect(faults).toContain('cuts its text off');
  expect(faults).toMatch(/one letter a line .*squeezed/);
  expect(faults).toMatch(/overlap: .*first.* and .*second/);
  await page.evaluate(() => document.querySelector('dialog')?.showModal());
  expect((await faultsOfLayout(page)).join('\n')).toContain('px to read in');
});

async function examine(page: Page, what: string, ways: readonly Enlarged[]): Promise<void> {
  for (const way of ways) {
    await enlarge(page, way);
    // After the text, because Chromium asks container queries in rem again only when the container's size changes.
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 640 });
      expect.soft(await faultsOfLayout(page), `${what}, ${width} px, ${way}`).toEqual([]);
    }
  }
  await page.setViewportSize({ width: 360, height: 640 });
  await enlarge(page, 'font-size: 100%');
}

function widthOfText(element: Element): string {
  const range = document.createRange();
  range.selectNodeContents(element);
  const { width, height } = range.getBoundingClientRect();
  return `${width} x ${height}`;
}
