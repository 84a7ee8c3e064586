import { expect, type Page } from '@playwright/test';
import { appPages, kindOf } from '#domain/pages/pages.ts';
import { focusViolations } from './support/accessibility/focus-checks.ts';
import {
  borderlessControls,
  clippedTexts,
  overflowingLabels,
  pills,
  runningAnimations,
  sidewaysScroll,
} from './support/accessibility/style-checks.ts';
import { test } from './support/framme.ts';
import { MOMENT, untilRest, watchRequests } from './support/rest.ts';
import { settledFamily, signIn } from './support/signed-in.ts';

/** A screen of 1280 x 1024 at 400 % zoom. */
const ZOOMED = { width: 320, height: 256 };
const MOST_STOPS = 150;
const OF_A_PARENT = ['/', '/privacy', ...appPages.filter((page) => kindOf(page) === 'guarded')];
const OF_A_VISITOR = [...appPages.filter((page) => kindOf(page) !== 'guarded'), '/nowhere'];
/** The text spacing of WCAG 1.4.12. */
const SPACING = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-bottom: 2em !important; }`;

const EVERYBODY = [
  { who: 'a visitor', routes: OF_A_VISITOR },
  { who: 'a parent', routes: OF_A_PARENT },
] as const;

test.use({ reducedMotion: 'reduce' });
test.setTimeout(240_000);

for (const { who, routes } of EVERYBODY) {
  test(`at 400 % zoom the pages of ${who} scroll only vertically and show the focused element`, {
    tag: '@full',
  }, async ({ page, context, server, language, allowConsole }) => {
    allowConsole(/404 \(Not Found\)/);
    await page.setViewportSize(ZOOMED);
    if (who === 'a parent') await signIn(context, await settledFamily(server.url, language), server.url);
    for (const route of routes) {
      await open(page, server.url + route);
      const faults = [...(await page.evaluate(sidewaysScroll)), ...(await violationsByTab(page))];
      expect.soft(faults, route).toEqual([]);
    }
  });

  test(`the pages of ${who} support text spacing, forced colours and reduced motion`, {
    tag: '@full',
  }, async ({ page, context, server, language, allowConsole }) => {
    allowConsole(/404 \(Not Found\)/);
    await page.setViewportSize({ width: 360, height: 640 });
    if (who === 'a parent') await signIn(context, await settledFamily(server.url, language), server.url);
    for (const route of routes) {
      await open(page, server.url + route);
      expect.soft(await page.evaluate(runningAnimations), `${route}, reduced motion`).toEqual([]);
      await page.emulateMedia({ forcedColors: 'active' });
      expect.soft(await page.evaluate(borderlessControls), `${route}, forced colours`).toEqual([]);
      const unclear = (await page.evaluate(pills)).filter(
        (pill) => !pill.words || !pill.hasIcon || !pill.hasEdge,
      );
      expect.soft(unclear, `${route}, states in forced colours`).toEqual([]);
      await page.emulateMedia({ forcedColors: 'none' });
      await page.evaluate(space, SPACING);
      expect.soft(await spacedFaults(page), `${route}, text spacing`).toEqual([]);
    }
  });
}

test('dialogs support zoom, text spacing, forced colours and reduced motion', { tag: '@full' }, async ({
  page,
  context,
  server,
  language,
  words,
}) => {
  const home = await settledFamily(server.url, language);
  await signIn(context, home, server.url);
  await page.setViewportSize(ZOOMED);
  const ofNoah = [...(await home.documents()).keys()].find((path) => path.includes('/friends/'));
  const noah = ofNoah?.split('/')[1] ?? '';
  const dialogs = [
    ['/dashboard', words.common.checkIn],
    ['/dashboard', /^Ella /],
    ['/dashboard', /^Ella /, words.tell.parentOf.replace('{{name}}', 'Ella')],
    [`/profile?child=${noah}`, words.people.addFriend],
    [`/profile?child=${noah}`, /^Ella /, words.people.removeNamed.replace('{{name}}', 'Ella')],
    ['/', words.common.checkIn],
  ] as const;
  for (const [route, ...openers] of dialogs) {
    const opener = openers.join(' > ');
    await open(page, server.url + route);
    for (const name of openers)
      await page.getByRole('main').getByRole('button', { name, exact: true }).first().click();
    await expect(page.locator('dialog[open]')).toBeVisible();
    // The dialog that another one leads to comes a moment after its press.
    await untilRest(page, MOMENT.pressed);
    const faults = [...(await page.evaluate(sidewaysScroll)), ...(await violationsByTab(page))];
    expect.soft(faults, `${opener}, 400 %`).toEqual([]);
    expect.soft(await page.evaluate(runningAnimations), `${opener}, reduced motion`).toEqual([]);
    await page.emulateMedia({ forcedColors: 'active' });
    expect.soft(await page.evaluate(borderlessControls), `${opener}, forced colours`).toEqual([]);
    await page.emulateMedia({ forcedColors: 'none' });
    await page.evaluate(space, SPACING);
    expect.soft(await spacedFaults(page), `${opener}, text spacing`).toEqual([]);
  }
});

test('the checks find planted violations', async ({ page }) => {
  await page.setViewportSize(ZOOMED);
  await page.setContent(`<style>
      @keyframes turn { to { rotate: 1turn } }
      .turning { animation: turn 1s infinite }
      .bar { position: fixed; inset: auto 0 0; height: 120px; background: #fff }
      .bare:focus { outline: none }
      .cut { height: 1em; overflow: hidden; width: 40px }
      .small { width: 30px; height: 20px; padding: 0; border: 1px solid }
    </style>
    <main style="width: 400px"><button class="bare">no mark</button><p class="turning">turns</p>
    <p class="cut">cut off in the middle of it all</p>
    <div style="height: 190px"></div><button class="small">far too long</button>
    <button style="border: 0">no edge</button><span class="_pill_x"></span></main><div class="bar"></div>`);
  expect(await page.evaluate(sidewaysScroll)).toHaveLength(1);
  const byTab = (await violationsByTab(page)).join('\n');
  expect(byTab).toContain('shows no focus');
  expect(byTab).toContain('is covered');
  expect(await page.evaluate(runningAnimations)).toEqual([expect.stringContaining('moves for 1000 ms')]);
  expect(await page.evaluate(clippedTexts)).toEqual([expect.stringContaining('cut off')]);
  expect((await page.evaluate(overflowingLabels)).join()).toContain('far too long');
  await page.emulateMedia({ forcedColors: 'active' });
  expect(await page.evaluate(borderlessControls)).toEqual([expect.stringContaining('no edge')]);
  expect(await page.evaluate(pills)).toEqual([{ words: '', hasIcon: false, hasEdge: false }]);
});

async function open(page: Page, url: string): Promise<void> {
  watchRequests(page);
  await page.goto(url);
  await untilRest(page);
}

/** Tabs once around the page or the open dialog, and collects violations at each stop. */
async function violationsByTab(page: Page): Promise<string[]> {
  const faults = new Set<string>();
  const seen = new Set<string>();
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    await page.keyboard.press('Tab');
    const place = await page.evaluate(placeOfFocus);
    if (place === undefined || seen.has(place)) break;
    seen.add(place);
    for (const fault of await page.evaluate(focusViolations)) faults.add(fault);
  }
  if (seen.size < 2) faults.add(`only ${seen.size} stops`);
  return [...faults];
}

/** Returns a key of the focused stop, or undefined at the end. A date has several stops in one field. */
function placeOfFocus(): string | undefined {
  const focused = document.activeElement;
  if (!focused || focused === document.body) return undefined;
  const { count = '0' } = document.documentElement.dataset;
  const isSame = focused instanceof HTMLInputElement && ['date', 'time'].includes(focused.type);
  if (isSame) document.documentElement.dataset.count = String(Number(count) + 1);
  const index = [...document.querySelectorAll('*')].indexOf(focused);
  return isSame ? `${index} ${count}` : String(index);
}

async function spacedFaults(page: Page): Promise<string[]> {
  return [
    ...(await page.evaluate(sidewaysScroll)),
    ...(await page.evaluate(clippedTexts)),
    ...(await page.evaluate(overflowingLabels)),
  ];
}

/** Adds a constructed style sheet: the content security policy blocks others. */
function space(css: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [sheet];
}
