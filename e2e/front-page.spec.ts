import { expect } from '@playwright/test';
import { test } from './support/framme.ts';
import { untilRest, watchRequests } from './support/rest.ts';
import { pressStill } from './support/still.ts';

test.use({ viewport: { width: 360, height: 640 } });

test('creating an account is the one filled button, text is painted largest', async ({
  page,
  server,
  words,
}) => {
  const { home, common } = words;
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { element?: Element; url?: string })[])
        document.documentElement.dataset.largest = entry.url || (entry.element?.textContent ?? '');
    }).observe({ type: 'largest-contentful-paint', buffered: true });
  });
  await page.goto(server.url);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${home.title} ${home.promise}`);
  const hero = page.getByRole('main').locator('section').first();
  await expect(hero.getByText(home.free)).toBeVisible();
  await expect(hero.getByRole('link', { name: common.nav.signIn })).toBeVisible();
  const controls = hero.locator('a[class*="button"], button');
  await expect(controls.first()).toHaveText(home.register);
  const fills = await controls.evaluateAll((all) =>
    all
      .filter((one) => !one.closest('section section'))
      .map((one) => [one.textContent, getComputedStyle(one).backgroundColor]),
  );
  const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const filled = fills.filter(
    ([, colour]) => ![paper, 'rgb(255, 255, 255)', 'rgba(0, 0, 0, 0)'].includes(`${colour}`),
  );
  expect(filled.map(([name]) => name)).toEqual([home.register]);
  for (const name of [common.checkIn, common.checkOut])
    await expect(hero.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 });
  await expect(page.locator('html')).toHaveAttribute('data-largest', home.description);
});

test('feature cards are all in one row or all in one column', { tag: '@full' }, async ({ page, server }) => {
  await page.goto(server.url);
  for (const [width, rows] of [
    [360, 3],
    [767, 3],
    [768, 1],
    [820, 1],
    [1280, 1],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    const tops = await page
      .locator('#home-features + div h3')
      .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)));
    expect(new Set(tops).size, `${width} px`).toBe(rows);
  }
});

test('a signed-in parent has one line of links below the page, and all others one tap away', {
  tag: '@full',
}, async ({ page, server, words, settled }) => {
  await settled();
  watchRequests(page);
  await page.goto(`${server.url}/dashboard`);
  // The page above the footer grows until then.
  await untilRest(page);
  const footer = page.getByRole('contentinfo');
  const { footer: texts } = words.common;
  const shown = () => footer.getByRole('link').filter({ visible: true }).allTextContents();
  await expect.poll(shown).toEqual([texts.help, texts.privacy, texts.terms, texts.accessibility]);
  const more = footer.getByText(texts.more);
  const height = await more.evaluate((last) => {
    const top = last.closest('footer')?.getBoundingClientRect().top ?? Number.NaN;
    return last.getBoundingClientRect().bottom - top;
  });
  expect(height).toBeLessThan(200);
  await pressStill(more);
  await expect(footer.getByRole('link', { name: texts.pricing })).toBeVisible();
  await expect(footer.getByRole('link', { name: texts.cookies })).toBeVisible();
});

test('privacy and cookies begin with five points, and the detail unfolds without scripts', {
  tag: '@full',
}, async ({ page, server, another }) => {
  for (const path of ['/privacy', '/cookies']) {
    await page.goto(server.url + path);
    await expect(page.getByRole('article').getByRole('list').first().getByRole('listitem')).toHaveCount(5);
  }
  const { page: read } = await another({ javaScriptEnabled: false });
  await read.goto(`${server.url}/privacy`);
  const detail = read.getByRole('article').getByRole('heading', { level: 2 }).first();
  await expect(detail).toBeHidden();
  await read.locator('summary').click();
  await expect(detail).toBeVisible();
});
