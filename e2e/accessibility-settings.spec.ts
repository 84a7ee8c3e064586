import { expect, type Page } from '@playwright/test';
import { violationsByTab } from './support/accessibility/focus-checks.ts';
import {
  borderlessControls,
  clippedTexts,
  overflowingLabels,
  pills,
  runningAnimations,
  sidewaysScroll,
} from './support/accessibility/style-checks.ts';
import { PAGES_OF_A_PARENT, PAGES_OF_A_VISITOR } from './support/documents.ts';
import { allowConsole, test } from './support/framme.ts';
import { MOMENT, untilRest, watchRequests } from './support/rest.ts';

const PHONE = { width: 360, height: 640 };
/** A screen of 1280 x 1024 at 400 % zoom. */
const ZOOMED = { width: 320, height: 256 };
/** The text spacing of WCAG 1.4.12. */
const SPACING = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-bottom: 2em !important; }`;

for (const [who, routes] of [
  ['a visitor', PAGES_OF_A_VISITOR],
  ['a parent', [...PAGES_OF_A_PARENT, '/privacy']],
] as const)
  test(`the pages of ${who} support 400 % zoom, text spacing, forced colours and reduced motion`, {
    tag: '@full',
  }, async ({ page, server, settled }) => {
    allowConsole(/404 \(Not Found\)/);
    if (who === 'a parent') await settled();
    for (const route of routes) {
      await page.setViewportSize(ZOOMED);
      await open(page, server.url + route);
      await expectZoomed(page, route);
      await page.setViewportSize(PHONE);
      await expectSettings(page, route);
    }
  });

test('dialogs bear zoom, spacing, colours, less motion', { tag: '@full' }, async ({ parent, settled }) => {
  const { page, words, url } = parent;
  const home = await settled();
  await page.setViewportSize(ZOOMED);
  const ofNoah = [...(await home.documents()).keys()].find((path) => path.includes('/friends/'));
  const noah = ofNoah?.split('/')[1] ?? '';
  const dialogs = [
    ['/dashboard', words.common.checkIn],
    ['/dashboard', /^Ella /],
    ['/dashboard', /^Ella /, words.messageParent.parentOf.replace('{{name}}', 'Ella')],
    [`/profile?child=${noah}`, words.people.addFriend],
    [`/profile?child=${noah}`, /^Ella /, words.people.removeNamed.replace('{{name}}', 'Ella')],
    ['/', words.common.checkIn],
  ] as const;
  for (const [route, ...openers] of dialogs) {
    const opener = openers.join(' > ');
    await open(page, url + route);
    for (const name of openers)
      await page.getByRole('main').getByRole('button', { name, exact: true }).first().click();
    await expect(page.locator('dialog[open]')).toBeVisible();
    // The dialog that another one leads to comes a moment after its press.
    await untilRest(page, MOMENT.pressed);
    await expectZoomed(page, opener);
    await expectSettings(page, opener);
  }
});

async function open(page: Page, url: string): Promise<void> {
  watchRequests(page);
  await page.goto(url);
  await untilRest(page);
}

/** The page or its open dialog scrolls only vertically and shows the focused element. */
async function expectZoomed(page: Page, what: string): Promise<void> {
  const faults = [...(await page.evaluate(sidewaysScroll)), ...(await violationsByTab(page))];
  expect.soft(faults, `${what}, 400 %`).toEqual([]);
}

async function expectSettings(page: Page, what: string): Promise<void> {
  expect.soft(await page.evaluate(runningAnimations), `${what}, reduced motion`).toEqual([]);
  await page.emulateMedia({ forcedColors: 'active' });
  expect.soft(await page.evaluate(borderlessControls), `${what}, forced colours`).toEqual([]);
  const unclear = (await page.evaluate(pills)).filter(
    (pill) => !pill.words || !pill.hasIcon || !pill.hasEdge,
  );
  expect.soft(unclear, `${what}, states in forced colours`).toEqual([]);
  await page.emulateMedia({ forcedColors: 'none' });
  await page.evaluate(space, SPACING);
  const faults = [
    ...(await page.evaluate(sidewaysScroll)),
    ...(await page.evaluate(clippedTexts)),
    ...(await page.evaluate(overflowingLabels)),
  ];
  expect.soft(faults, `${what}, text spacing`).toEqual([]);
}

/** Adds a constructed style sheet: the content security policy blocks others. */
function space(css: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [sheet];
}
