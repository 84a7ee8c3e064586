import type { Locator, Page } from '@playwright/test';
import { ALL_TEXTS } from '#client/translations/all-texts.ts';
import { formatIn } from '#client/translations/format.ts';
import { LANGUAGES } from '#domain/language.ts';
import { MOMENT, untilRest, watchRequests } from './rest.ts';
import { untilOpen } from './still.ts';

/** The buttons within a screen that only leave it, send it or delete something. */
const LEAVES = '[type="submit"], [class*="danger"], [class*="close"], header > button';
const CANCEL = LANGUAGES.map((language) => ALL_TEXTS[language].common.cancel);
const DIALOG = 'dialog[open]';
/** Durations that grow while a walk lasts. */
const SO_FAR = new RegExp(
  `\\d+ min|${LANGUAGES.map((language) => formatIn(language).soFar(0)).join('|')}`,
  'g',
);
/** A phone, and a desk, whose screens have some buttons of their own. */
export const SIZES = [
  { width: 360, height: 640 },
  { width: 1280, height: 800 },
];

/** The reach of a walk: on these sizes, and to what the buttons of the page and of its dialogs open. */
interface Walk {
  sizes: readonly { width: number; height: number }[];
  presses: boolean;
}

/** A button by its accessible name, in the page or in the open dialog. */
interface Press {
  within: 'main' | typeof DIALOG;
  name: string;
}

/**
 * Opens a page, and then presses each of its buttons and each button of the dialogs that open, every time from a page as it
 * was opened, on a phone and then what a desk alone has. `examine` is called for the page and for all that a press opened: a
 * dialog, a toast, an unfolded part; it leaves size and media of the page as they were. Names in `people` count as one, so
 * that a list of ten has one button of a kind.
 */
export async function everyScreenOf(
  page: Page,
  url: string,
  people: readonly string[],
  examine: (what: string) => Promise<void>,
  { sizes, presses }: Walk,
): Promise<void> {
  const kindOf = (name: string) =>
    people
      .reduce((text, person) => text.replaceAll(person, '#'), name)
      .replaceAll(SO_FAR, '#')
      .replaceAll(/\d+/g, '0');
  watchRequests(page);
  const seen = new Set<string>();
  let opened = '';
  const fresh = async (): Promise<void> => {
    if (opened !== '' && (await isAsOpened(page, opened))) return;
    await open(page, url);
    opened = await contentOf(page);
  };
  const pressed = async (path: readonly Press[]): Promise<void> => {
    await fresh();
    for (const press of path) {
      // What it opens has come before, except by the last one.
      const moment = press === path.at(-1) ? MOMENT.pressed : MOMENT.page;
      if (!(await pressOne(page, press, moment))) return;
    }
    const dialog = page.locator(DIALOG);
    const title = (await dialog.count()) > 0 ? await dialog.getByRole('heading').first().innerText() : '';
    await examine([url, ...path.map(({ name }) => name)].join(' > '));
    if (title === '' || path.length > 1) return;
    if ((await page.locator('dialog[role="alertdialog"]').count()) > 0) return;
    for (const name of await namesIn(dialog))
      if (isNew(seen, kindOf(`${title} > ${name}`))) await pressed([...path, { within: DIALOG, name }]);
  };
  for (const size of sizes) {
    await page.setViewportSize(size);
    await fresh();
    if (size === sizes[0]) await examine(url);
    if (!presses) continue;
    for (const name of await namesIn(page.getByRole('main')))
      if (isNew(seen, kindOf(name))) await pressed([{ within: 'main', name }]);
  }
}

function isNew(seen: Set<string>, one: string): boolean {
  if (seen.has(one)) return false;
  seen.add(one);
  return true;
}

async function open(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await untilRest(page);
}

/** Closes a dialog. Returns true if the page is then as it was opened, so that it need not be opened again. */
async function isAsOpened(page: Page, opened: string): Promise<boolean> {
  if ((await page.locator(DIALOG).count()) > 0) await page.keyboard.press('Escape');
  await untilRest(page);
  return (await contentOf(page)) === opened;
}

/** The address, and all that the page shows or says but for durations, with the state of each control. */
async function contentOf(page: Page): Promise<string> {
  const content = await page.evaluate(() => {
    const fields = [...document.querySelectorAll<HTMLInputElement>('input, select, textarea')];
    const values = fields.map(({ value, checked }) => `${value} ${checked}`);
    return [location.href, document.body.innerHTML, ...values].join('\n');
  });
  return content.replaceAll(SO_FAR, '#');
}

async function namesIn(place: Locator): Promise<string[]> {
  const buttons = place.locator(`button:not(${LEAVES}), summary`).filter({ visible: true });
  const names = await buttons.evaluateAll((all) =>
    all.map((one) => one.getAttribute('aria-label') ?? one.textContent ?? ''),
  );
  return names.filter((name) => name !== '' && !CANCEL.includes(name));
}

/** The text of a button by its name, whose duration may have grown since the name was read. */
function textOf(name: string): RegExp | string {
  const parts = name.split(SO_FAR);
  if (parts.length === 1) return name;
  const words = parts.map((part) => part.split(/\s+/).map(RegExp.escape).join('\\s+'));
  return new RegExp(words.join(`(?:${SO_FAR.source})`));
}

/** Returns false if the button is gone: the list changed since it was read. */
async function pressOne(page: Page, { within, name }: Press, moment: number): Promise<boolean> {
  const place = page.locator(within).last();
  const button = place
    .locator(`button[aria-label=${JSON.stringify(name)}]`)
    .or(place.locator('button:not([aria-label]), summary').filter({ hasText: textOf(name) }))
    .filter({ visible: true })
    .first();
  if ((await button.count()) === 0 || (await button.isDisabled())) return false;
  const opensDialog = (await button.getAttribute('aria-haspopup')) === 'dialog';
  if (opensDialog) await untilOpen(button, page.locator(DIALOG).last());
  else await button.click();
  await untilRest(page, moment);
  return true;
}
