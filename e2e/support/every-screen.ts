import { expect, type Locator, type Page } from '@playwright/test';

/** The buttons within a screen that only leave it, send it or delete something. */
const LEAVES = '[type="submit"], [class*="danger"], [class*="close"]';
const DIALOG = 'dialog[open]';

/** A button by its accessible name, in the page or in the open dialog. */
interface Press {
  within: 'main' | typeof DIALOG;
  name: string;
}

/**
 * Opens a page, and then presses each of its buttons and each button of the dialogs that open, every time from a fresh
 * page. `examine` is called for the page and for all that a press opened: a dialog, a toast, an unfolded part. Names in
 * `people` count as one, so that a list of ten has one button of a kind.
 */
export async function everyScreenOf(
  page: Page,
  url: string,
  people: readonly string[],
  examine: (what: string) => Promise<void>,
): Promise<void> {
  const kindOf = (name: string) =>
    people.reduce((text, person) => text.replaceAll(person, '#'), name).replaceAll(/\d+/g, '0');
  await open(page, url);
  await examine(url);
  const seen = new Set<string>();
  const pressed = async (presses: readonly Press[]): Promise<void> => {
    await open(page, url);
    for (const press of presses) if (!(await pressOne(page, press))) return;
    const dialog = page.locator(DIALOG);
    const title = (await dialog.count()) > 0 ? await dialog.getByRole('heading').first().innerText() : '';
    await examine([url, ...presses.map(({ name }) => name)].join(' > '));
    if (title === '' || presses.length > 1 || (await page.locator('dialog[role="alertdialog"]').count()) > 0)
      return;
    for (const name of await namesIn(dialog))
      if (isNew(seen, kindOf(`${title} > ${name}`))) await pressed([...presses, { within: DIALOG, name }]);
  };
  for (const name of await namesIn(page.getByRole('main')))
    if (isNew(seen, kindOf(name))) await pressed([{ within: 'main', name }]);
}

function isNew(seen: Set<string>, one: string): boolean {
  if (seen.has(one)) return false;
  seen.add(one);
  return true;
}

async function open(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
}

async function namesIn(place: Locator): Promise<string[]> {
  const buttons = place.locator(`button:not(${LEAVES}), summary`).filter({ visible: true });
  return buttons.evaluateAll((all) =>
    all.map((one) => one.getAttribute('aria-label') ?? one.textContent ?? '').filter((name) => name !== ''),
  );
}

/** Returns false if the button is gone: the list changed since it was read. */
async function pressOne(page: Page, { within, name }: Press): Promise<boolean> {
  const place = page.locator(within).last();
  const button = place
    .locator(`button[aria-label=${JSON.stringify(name)}]`)
    .or(place.locator('button:not([aria-label]), summary').filter({ hasText: name }))
    .filter({ visible: true })
    .first();
  if ((await button.count()) === 0 || (await button.isDisabled())) return false;
  await button.click();
  // A dialog's code is loaded on first use.
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 250)));
  return true;
}
