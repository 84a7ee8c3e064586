import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { appPages } from '#domain/pages/pages.ts';
import { findBrowser } from '#tests/support/browser/find-browser.ts';
import { registerHousehold } from '#tests/support/people/household.ts';
import { startServer } from '#tests/support/server/server-process.ts';
import { ROOT } from '../defences/tree.ts';
import { type Figure, type Finding, rngOf, type Scale } from '../figure.ts';
import { RAW_KEYS, SCREENS, type Screen, SENTENCES } from '../probes/screens.ts';

/** The time within which a screen shows, or says that it cannot, in ms; the sentence of the document comes after 8 s. */
const WITHIN_MS = 20_000;
/** Screens opened for each refused file, of those that need it. */
const SCREENS_EACH = 1;

/** Figure 18: what cannot be fetched late. */
export const refusedChunks: Figure = {
  number: 18,
  title:
    'files that cannot be fetched: each script, style and language refused in turn, and the server stopped',
  aim: 'every screen shows whole, or says in a sentence what is missing and offers a way on; no white page, no raw key',
  long: { rounds: 1000, withinMs: 1_200_000 },
  short: { rounds: 8, withinMs: 120_000 },
  run: (scale) => inBrowser((world) => refuseInTurn(world, scale, true)),
  control: {
    what: 'the same pages without the sentence in their documents',
    rounds: 4,
    run: (scale) => inBrowser((world) => refuseInTurn(world, scale, false)),
  },
};

interface World {
  browser: Browser;
  url: string;
  stop: () => Promise<unknown>;
}

async function inBrowser(measure: (world: World) => Promise<Finding>): Promise<Finding> {
  const found = findBrowser();
  const server = await startServer({});
  const browser = await chromium.launch({
    executablePath: found.executablePath,
    env: { ...(process.env as Record<string, string>), ...found.env },
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  try {
    return await measure({ browser, url: server.url, stop: () => server.kill() });
  } finally {
    await browser.close();
    await server.kill();
  }
}

async function refuseInTurn(world: World, scale: Scale, isWhole: boolean): Promise<Finding> {
  const needs = await filesOfScreens(world);
  const end = Date.now() + scale.withinMs;
  const files = isWhole ? shuffled(builtFiles(), scale.seed) : ['app-'].flatMap(named);
  const bad: string[] = [];
  const counts = { files: 0, screens: 0, said: 0 };
  for (const file of files.slice(0, scale.rounds)) {
    if (Date.now() > end) break;
    counts.files += 1;
    const screens = SCREENS.filter((screen) => needs.get(screen)?.has(file));
    // Without the sentence some screens still show, by their document: one that does not is enough.
    const most = isWhole ? SCREENS_EACH : screens.length;
    for (const screen of shuffled(screens, scale.seed).slice(0, most)) {
      if (!isWhole && bad.length > 0) break;
      const outcome = await open(world, screen, file, isWhole);
      counts.screens += 1;
      if (outcome === 'said') counts.said += 1;
      else if (outcome !== 'shown') bad.push(`${file}, ${screen.name}: ${outcome}`);
    }
  }
  const toggles = isWhole ? await togglesWithoutServer(world) : { pages: 0, bad: [] };
  bad.push(...toggles.bad);
  return {
    rounds: counts.files,
    found: `${counts.screens} screens opened, ${counts.said} said what was missing; ${toggles.pages} language toggles without a server; ${bad.length} white, raw or without a way on${bad.length > 0 ? ` (${bad.slice(0, 5).join('; ')})` : ''}`,
    holds: bad.length === 0 && counts.screens > 0,
    isWhole: counts.files >= files.length,
  };
}

/** Opens each screen once with all files, and notes which it needs. */
async function filesOfScreens(world: World): Promise<Map<Screen, Set<string>>> {
  const needs = new Map<Screen, Set<string>>();
  for (const screen of SCREENS) {
    const context = await contextOf(world, screen);
    const page = await context.newPage();
    const files = new Set<string>();
    page.on('request', (request) => {
      const [, file] = /\/assets\/([^/?]+)$/.exec(request.url()) ?? [];
      if (file !== undefined) files.add(file);
    });
    await page.goto(world.url + screen.path);
    await screen.go?.(page);
    await screen.shown(page).first().waitFor({ timeout: WITHIN_MS });
    needs.set(screen, files);
    await context.close();
  }
  return needs;
}

type Outcome = 'shown' | 'said' | 'white' | 'without a way on' | `raw key ${string}`;

async function open(world: World, screen: Screen, file: string, isWhole: boolean): Promise<Outcome> {
  const context = await contextOf(world, screen);
  try {
    const page = await context.newPage();
    await page.route(`**/assets/${file}`, (route) => route.abort());
    if (!isWhole) await page.route('**/*', withoutSentence);
    await page.goto(world.url + screen.path);
    // The link that leads on may be the very thing that is missing.
    await screen.go?.(page).catch(() => undefined);
    return await judge(page, screen.shown);
  } finally {
    await context.close();
  }
}

async function judge(page: Page, shown: Screen['shown']): Promise<Outcome> {
  const end = Date.now() + WITHIN_MS;
  for (;;) {
    const text = await page.locator('body').innerText();
    const raw = RAW_KEYS.find((key) => text.includes(key));
    if (raw !== undefined) return `raw key ${raw}`;
    if (await shown(page).first().isVisible()) return 'shown';
    if (SENTENCES.some((sentence) => text.includes(sentence))) return hasWayOn(page);
    if (Date.now() > end) return 'white';
    await page.waitForTimeout(200);
  }
}

/** A button or link to try again, or the page itself, as it was before. */
async function hasWayOn(page: Page): Promise<Outcome> {
  const again = page
    .getByRole('button', { name: 'Försök igen' })
    .or(page.getByRole('link', { name: 'Försök igen' }));
  const isOffered = (await again.count()) > 0 || (await page.getByRole('heading', { level: 1 }).count()) > 0;
  return isOffered ? 'said' : 'without a way on';
}

/** Stops the server under open pages; then the language toggle of each. */
async function togglesWithoutServer(world: World): Promise<{ pages: number; bad: string[] }> {
  const tabs: { path: string; page: Page }[] = [];
  for (const signedIn of [false, true]) {
    const context = await contextOf(world, { signedIn });
    for (const path of appPages.filter((one) => !/finish|signed-in|[a-z]-email|recover/.test(one))) {
      const page = await context.newPage();
      await page.goto(world.url + path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.locator('#not-loaded').waitFor({ state: 'detached' });
      tabs.push({ path: `${path}, ${signedIn ? 'a parent' : 'a visitor'}`, page });
    }
  }
  await world.stop();
  const bad: string[] = [];
  for (const { path, page } of tabs) {
    const problem = await toggle(page).catch((error: unknown) => String(error).split('\n')[0]);
    if (problem !== undefined) bad.push(`toggle on ${path}: ${problem}`);
    await page.close();
  }
  return { pages: tabs.length, bad };
}

/** Presses the toggle; returns what is wrong then. */
async function toggle(page: Page): Promise<string | undefined> {
  await page.bringToFront();
  const heading = page.getByRole('heading', { level: 1 });
  const title = await heading.innerText();
  await page.getByRole('button', { name: 'Byt språk till engelska' }).click();
  await page.getByText('Engelskan kunde inte hämtas').first().waitFor({ timeout: WITHIN_MS });
  if ((await heading.innerText()) !== title) return `the title is ${await heading.innerText()}`;
  const outcome = await judge(page, () => heading);
  return outcome === 'shown' ? undefined : outcome;
}

async function contextOf(world: World, { signedIn }: Pick<Screen, 'signedIn'>): Promise<BrowserContext> {
  // The service worker has its own proof: here it would bring what is refused.
  const context = await world.browser.newContext({ locale: 'sv-SE', serviceWorkers: 'block' });
  if (signedIn) await signIn(context, world.url);
  return context;
}

/** A family of its own, because a screen may change what the account remembers, as the language. */
async function signIn(context: BrowserContext, url: string): Promise<void> {
  const home = await registerHousehold(url, 'Lind');
  await home.addFriend(await home.addChild('Noah', '2019-05-01'), 'Ella', '070-123 45 67');
  const [name = '', value = ''] = home.cookie.split('=', 2);
  await context.addCookies([{ name, value, url }]);
}

type Route = Parameters<Parameters<Page['route']>[1]>[0];

async function withoutSentence(route: Route): Promise<void> {
  if (route.request().resourceType() !== 'document') return route.fallback();
  const reply = await route.fetch();
  const body = (await reply.text()).replace(/<p id="not-loaded".*?<\/p>/s, '');
  return route.fulfill({ response: reply, body });
}

function builtFiles(): string[] {
  return readdirSync(join(ROOT, 'dist/client/assets')).filter((file) => /\.(js|css)$/.test(file));
}

function named(beginning: string): string[] {
  return builtFiles().filter((file) => file.startsWith(beginning) && file.endsWith('.js'));
}

function shuffled<T>(list: readonly T[], seed: number): T[] {
  const next = rngOf(seed);
  return list
    .map((one) => ({ one, at: next() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ one }) => one);
}
