import { expect, type Page } from '@playwright/test';
import { DEFAULT_LANGUAGE, type Language } from '#domain/language.ts';
import { brokenRules, misfits } from './support/accessibility/axe.ts';
import { sameNames } from './support/accessibility/button-names.ts';
import { danglingDots } from './support/accessibility/dangling-dots.ts';
import { sniffedErrors } from './support/accessibility/html-codesniffer.ts';
import { type Enlarged, enlarge, faultsOfLayout } from './support/accessibility/large-text.ts';
import { hasNewStructure } from './support/accessibility/structure.ts';
import { PAGES_OF_A_PARENT, PAGES_OF_A_VISITOR } from './support/documents.ts';
import { everyScreenOf, SIZES } from './support/every-screen.ts';
import { followOthers } from './support/followers.ts';
import { allowConsole, test } from './support/framme.ts';
import { LONG_FRIEND, PEOPLE } from './support/signed-in.ts';
import { brokenTexts, inOriginalWords, translate } from './support/translated.ts';

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1280, height: 800 };
const TABLET = { width: 768, height: 1024 };
/** So high that no button lies half below a bar, which axe would call too small. */
const WHOLE = { ...PHONE, height: 4000 };
/** The widths of small phones, with large text. */
const WIDTHS = [320, 360];
const UNCHANGED = 'font-size: 100%';
const BY_FONT: Enlarged[] = [UNCHANGED, 'font-size: 150%', 'font-size: 200%'];
const COLOURS = ['light', 'dark'] as const;

/** A list that holds still follows after a while without a touch, in ms. */
const LATE = { timeout: 15_000 };

const isShort = process.env.TESTS === 'short';
/** The structures that this process has examined. */
const examined = new Set<string>();

test.use({ viewport: PHONE });
test.setTimeout(600_000);

/** The pages with many screens have a walk of their own; the others of one visitor or parent share one. */
const WALKS = {
  parent: inWalks(PAGES_OF_A_PARENT, ['/dashboard', '/profile', '/history', '/', '/profile/account']),
  visitor: inWalks(PAGES_OF_A_VISITOR, ['/', '/login', '/register']),
};

// One walk for all checks: most of its time goes into opening the screens.
for (const routes of WALKS.parent)
  test(`on ${nameOf(routes)} of a parent and all that its buttons open`, async ({ parent, settled }) => {
    const { page, language, words, url } = parent;
    // The walk gives answers sooner after each other than a visit takes them.
    allowConsole(/429 .*following\/answer/);
    const home = await settled();
    if (routes.includes('/dashboard')) {
      await followOthers(home, LONG_FRIEND);
      await page.goto(`${url}/dashboard`);
      // The device then knows it from the start.
      await expect(page.getByRole('heading', { name: words.following.heading })).toBeVisible(LATE);
    }
    const look = await lookInTranslation(page, language);
    for (const route of routes) await everyScreenOf(page, url + route, PEOPLE, look, walkIn(language, route));
  });

for (const routes of WALKS.visitor)
  test(`on ${nameOf(routes)} of a visitor and all that its buttons open`, async ({ parent, server }) => {
    const { page, language } = parent;
    allowConsole(/404 \(Not Found\)/);
    const look = await lookInTranslation(page, language);
    for (const route of routes)
      await everyScreenOf(page, server.url + route, [], look, walkIn(language, route));
  });

function inWalks(routes: readonly string[], alone: readonly string[]): string[][] {
  return [...alone.map((route) => [route]), routes.filter((route) => !alone.includes(route))];
}

function nameOf(routes: readonly string[]): string {
  return routes.length === 1 ? `${routes[0]}` : 'the other pages';
}

/** Translates the page as a browser does, for the whole walk, and returns what looks at each screen. */
async function lookInTranslation(page: Page, language: Language) {
  await translate(page);
  return async (what: string) => {
    expect.soft(await brokenTexts(page), what).toEqual([]);
    await inOriginalWords(page, () => examine(page, what, language));
  };
}

/** npm test presses the buttons of the board alone, and asks of other languages only names, and their length on a phone. */
function walkIn(language: Language, route: string) {
  const isBrief = isShort && language !== DEFAULT_LANGUAGE;
  const presses = !isShort || (route === '/dashboard' && !isBrief);
  return { sizes: isBrief ? SIZES.slice(0, 1) : SIZES, presses };
}

/**
 * HTML_CodeSniffer and axe find no error, no two buttons are named alike, no target is small, no width scrolls sideways, no
 * dot begins or ends a line, and with large text nothing is cut, overlaps or leaves the screen. Roles and colours have no
 * language: the default one is examined.
 */
async function examine(page: Page, what: string, language: Language): Promise<void> {
  const size = page.viewportSize() ?? PHONE;
  expect.soft(await page.evaluate(danglingDots), `${what}, dots at ${size.width} px`).toEqual([]);
  for (const shown of isShort ? [DESK, WHOLE] : [DESK, TABLET, WHOLE]) {
    await page.setViewportSize(shown);
    const named = await page.evaluate(sameNames);
    expect.soft(named, `${what}, buttons of one name at ${shown.width} px`).toEqual([]);
    expect.soft(await misfits(page), what).toEqual([]);
  }
  // A press further down has scrolled the page, which would leave a button half below the header.
  await page.evaluate(() => window.scrollTo(0, 0));
  await (isShort ? examineNew(page, what, language) : examineInFull(page, what, language));
  await page.setViewportSize(size);
}

/** For npm test: the rules where the structure is new, and the narrowest phone with the largest text. */
async function examineNew(page: Page, what: string, language: Language): Promise<void> {
  if (language === DEFAULT_LANGUAGE && (await hasNewStructure(page, examined)))
    await examineRules(page, what);
  await examineLargeText(page, what, BY_FONT.slice(-1), WIDTHS.slice(0, 1));
}

async function examineInFull(page: Page, what: string, language: Language): Promise<void> {
  for (const colorScheme of language === DEFAULT_LANGUAGE ? COLOURS : []) {
    await page.emulateMedia({ colorScheme });
    await examineRules(page, `${what}, in ${colorScheme} colours`);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await examineLargeText(page, what);
}

async function examineRules(page: Page, what: string): Promise<void> {
  expect.soft(await brokenRules(page), what).toEqual([]);
  expect.soft(await sniffedErrors(page), what).toEqual([]);
}

async function examineLargeText(page: Page, what: string, ways = BY_FONT, widths = WIDTHS): Promise<void> {
  for (const way of ways) {
    await enlarge(page, way);
    // After the text, because Chromium asks container queries in rem again only when the container's size changes.
    for (const width of widths) {
      await page.setViewportSize({ width, height: 640 });
      expect.soft(await faultsOfLayout(page), `${what}, ${width} px, ${way}`).toEqual([]);
      if (way === UNCHANGED) expect.soft(await misfits(page), what).toEqual([]);
    }
  }
  await enlarge(page, UNCHANGED);
}
