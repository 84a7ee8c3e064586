import { expect, type Locator } from '@playwright/test';
import { test } from './support/framme.ts';
import { filled } from './support/parent.ts';
import { countRenders, rendersOf } from './support/renders.ts';

/** A row of a list, its button and what stands in it, the count, and the mark of what waits. */
const ROW_AND_COUNT = 20;

test.use({ reducedMotion: 'no-preference', viewport: { width: 390, height: 844 } });

for (const friends of [12, 60])
  test(`a tap renders its own row alone before its frame, with ${friends} friends`, {
    tag: friends === 60 ? [] : '@full',
  }, async ({ page, server, words, board }) => {
    const { people, common, hereNow } = words;
    await countRenders(page);
    await board({ friends, here: 4 });
    const main = page.getByRole('main');
    const checkIns = (place: Locator) =>
      place.getByRole('listitem').getByRole('button', { name: filled(people.checkInNamed, { name: 'Vän' }) });
    const checkOuts = main.getByRole('button', { name: filled(people.checkOutNamed, { name: 'Vän' }) });
    await expect(checkOuts).toHaveCount(4);
    const expectOwnRow = async (tapped: Locator) => {
      const rendered = await rendersOf(tapped);
      expect(rendered).toBeGreaterThan(3);
      expect(rendered).toBeLessThanOrEqual(ROW_AND_COUNT);
    };

    await test.step('on the board', async () => {
      await expectOwnRow(checkOuts.first());
      await expectOwnRow(checkIns(main).first());
    });

    await test.step('in the check-in sheet, behind which the board lists the same friend', async () => {
      await main.getByRole('button', { name: common.checkIn, exact: true }).click();
      const sheet = page.getByRole('dialog');
      await expect(checkIns(sheet).first()).toBeVisible();
      const before = await checkIns(sheet).count();
      await expectOwnRow(checkIns(sheet).first());
      await expect(checkIns(sheet)).toHaveCount(before - 1);
      await sheet.getByRole('button', { name: hereNow.done, exact: true }).click();
      await expect(main.getByText(filled(people.hereCount.other, { count: 5 }))).toBeVisible();
    });

    await test.step('in the modal of the home page', async () => {
      await page.goto(server.url);
      await main.getByRole('button', { name: common.checkIn, exact: true }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Noah' }).click();
      const out = dialog.getByRole('listitem').getByRole('button').filter({ hasText: common.checkedOut });
      await expect(out.first()).toBeVisible();
      await expectOwnRow(out.first());
      await expect(dialog).toBeHidden();
    });
  });

test('a row says that its tap is stored only if slow', { tag: '@full' }, async ({ page, words, board }) => {
  await board({ friends: 3, here: 0 });
  const row = page.getByRole('main').getByRole('listitem').first();
  await expect(row.getByRole('button', { name: words.common.checkIn })).toBeVisible();
  await page.evaluate(keepStorageBusy);
  const atFirst = await row.evaluate(async (item: HTMLElement, storing) => {
    item.querySelector<HTMLElement>('button:last-of-type')?.click();
    await new Promise(requestAnimationFrame);
    const said = [...item.querySelectorAll('span')].findLast(({ textContent }) => textContent === storing);
    return said?.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  }, words.common.storing);
  expect(atFirst).toBe(false);
  await expect(row.getByText(words.common.storing)).toBeVisible();
});

test.describe('with a finger', () => {
  test.use({ hasTouch: true, isMobile: true });

  // Another opacity would be laid out and composited anew, twice in each tap (decision 0018).
  test('a pressed row has another colour, and is felt', { tag: '@full' }, async ({ parent, board }) => {
    const { page, words, url } = parent;
    await page.addInitScript(() => {
      const felt: unknown[] = [];
      Object.assign(window, { felt });
      Object.assign(Navigator.prototype, { vibrate: (ms: unknown) => felt.push(ms) > 0 });
    });
    const rows = page.getByRole('listitem');
    const expectColour = async (button: Locator) => {
      await button.hover();
      const edge = await button.evaluate((element) => getComputedStyle(element).boxShadow);
      await page.mouse.down();
      await expect(button).not.toHaveCSS('box-shadow', edge);
      await expect(button).toHaveCSS('opacity', '1');
      await page.mouse.move(1, 1);
      await page.mouse.up();
    };
    await board({ friends: 12, here: 4 });
    const first = rows.getByRole('button', { name: words.common.checkIn }).first();
    await expectColour(first);
    await first.tap();
    expect(await page.evaluate(() => Reflect.get(window, 'felt'))).toEqual([10]);
    await page.goto(url);
    await page.getByRole('main').getByRole('button', { name: words.common.checkIn, exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Noah' }).click();
    await expectColour(rows.getByRole('button').filter({ hasText: words.common.checkedOut }).first());
  });
});

/** Runs in the page: a transaction that never ends lets no other one begin. */
async function keepStorageBusy(): Promise<void> {
  for (const { name = '' } of await indexedDB.databases()) {
    const opening = indexedDB.open(name);
    await new Promise((resolve) => opening.addEventListener('success', resolve));
    const stores = [...opening.result.objectStoreNames];
    const store = opening.result.transaction(stores, 'readwrite').objectStore(stores[0] ?? '');
    const goOn = () => store.count().addEventListener('success', goOn);
    goOn();
  }
}
