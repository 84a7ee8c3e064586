import { expect, type Page } from '@playwright/test';
import { isHydrated } from './support/documents.ts';
import { test } from './support/framme.ts';
import { filled } from './support/parent.ts';

test.use({ viewport: { width: 390, height: 844 } });

const rowsOf = (page: Page) => page.locator('[aria-labelledby="sample"] li');

/** The places of the rows and of what follows the board. */
async function placesOn(page: Page): Promise<unknown[]> {
  const below = page.locator('#home-features');
  const boxes = [...(await rowsOf(page).all()), below].map((one) => one.boundingBox());
  // A press may have scrolled the page.
  const scrolled = await page.evaluate(() => window.scrollY);
  return (await Promise.all(boxes)).map((box) => box && [box.x, box.y + scrolled, box.width, box.height]);
}

/** Everything that the page keeps on the device. */
function keptOn(page: Page): Promise<unknown> {
  return page.evaluate(async () => ({
    storage: Object.entries(localStorage).concat(Object.entries(sessionStorage)),
    databases: await indexedDB.databases(),
    caches: await caches.keys(),
    cookies: document.cookie,
  }));
}

test('a visitor tries the board: nothing moves, is stored or sent', async ({ page, server, words }) => {
  const { hereNow, home, common, people } = words;
  // Every start asks once whose session it has.
  const sessionAsked = page.waitForResponse('**/api/who-am-i');
  await page.goto(server.url);
  await isHydrated(page);
  await sessionAsked;
  await expect(rowsOf(page)).toHaveCount(3);
  const [places, kept] = [await placesOn(page), await keptOn(page)];
  const asked: string[] = [];
  page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
  const [wilma, maja] = [rowsOf(page).nth(0), rowsOf(page).nth(2)];
  const count = (here: number) => page.getByText(`${hereNow.heading} · ${here}`, { exact: true });
  await expect(count(2)).toBeVisible();

  await test.step('out, by the first press, which loads the code', async () => {
    await wilma.getByRole('button', { name: home.sample.people[0].press }).click();
    await expect(wilma).toContainText(common.checkedOut);
    await expect(count(1)).toBeVisible();
    expect(await placesOn(page)).toEqual(places);
    expect(asked.filter((one) => !/^GET \/assets\//.test(one))).toEqual([]);
    asked.length = 0;
  });

  await test.step('undone', async () => {
    await wilma.getByRole('button', { name: filled(people.undoNamed, { name: 'Wilma' }) }).click();
    await expect(wilma).not.toContainText(common.checkedOut);
    await expect(count(2)).toBeVisible();
  });

  await test.step('in', async () => {
    await maja.getByRole('button', { name: home.sample.people[2].press }).click();
    await expect(maja).toContainText(common.checkedIn);
    await expect(count(3)).toBeVisible();
    expect(await placesOn(page)).toEqual(places);
  });

  await expect(page.getByText(home.sample.felt)).toBeVisible();
  expect(asked).toEqual([]);
  expect(await keptOn(page)).toEqual(kept);

  await page.reload();
  await expect(count(2)).toBeVisible();
});

test('a keyboard keeps its place on the sample board, from the picture to the live one', {
  tag: '@full',
}, async ({ page, server, words }) => {
  const { home, people } = words;
  await page.goto(server.url);
  await isHydrated(page);
  const undo = page.getByRole('button', { name: filled(people.undoNamed, { name: 'Leo' }) });
  await page.getByRole('button', { name: home.sample.people[1].press }).focus();
  await page.keyboard.press('Enter');
  await expect(undo).toBeFocused();
  await page.keyboard.press('Enter');
  const out = page.getByRole('button', { name: filled(people.checkOutNamed, { name: 'Leo' }) });
  await expect(out).toBeFocused();
  await expect(page.locator('#announce-polite')).toContainText('Leo');
});
