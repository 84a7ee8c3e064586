import { readFileSync, statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { type BrowserContext, chromium } from '@playwright/test';
import { LANGUAGES, type Language } from '#domain/language.ts';
import { findBrowser } from '#tests/support/browser/find-browser.ts';
import { type HouseholdOnPhone, registerHousehold } from '#tests/support/people/household.ts';
import { startServer } from '#tests/support/server/server-process.ts';
import { buildClient } from './client-build.ts';

/** Takes the README's, the manifest's and the sharing image's pictures of the app with sample data. */

const README = 'docs/pictures';
const PUBLIC = 'client/public';
const PHONE = { width: 360, height: 760 };
const DESK = { width: 1280, height: 800 };
/** Drawn taller, because a low window hides the house. */
const SHARE = { width: 1200, height: 800 };
const SHARED = { x: 0, y: 0, width: 1200, height: 630 };
type Size = typeof PHONE;
const MINUTE = 60_000;

/** Around the board of the dashboard, in one of its columns. */
const SHARE_STYLE = `
  html { overflow: hidden }
  .share { display: grid; grid-template-columns: 1fr 1.3fr; align-items: center; gap: 40px;
    box-sizing: border-box; width: 1200px; height: 630px; padding: 0 48px 0 72px; background: var(--paper) }
  .brand { display: flex; align-items: center; gap: 22px; margin-bottom: 34px;
    font-size: 88px; font-weight: 800; letter-spacing: -0.04em; line-height: 1 }
  .brand svg { width: 100px; height: 100px }
  .line { font-size: 38px; line-height: 1.35 }
  .other { color: var(--muted) }
  .share section { zoom: 1.2; pointer-events: none }`;

buildClient();
await mkdir(README, { recursive: true });
const server = await startServer();
const family = await anAfternoon(server.url);
const browser = await chromium.launch({
  ...findBrowser(),
  // Desktop screenshots show the scroll bar.
  ignoreDefaultArgs: ['--hide-scrollbars'],
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
try {
  for (const language of LANGUAGES) {
    await family.run('updateProfile', { language });
    await draw(`${PUBLIC}/screenshot-narrow.${language}.png`, '/dashboard', PHONE, 'light', language);
    await draw(`${PUBLIC}/screenshot-wide.${language}.png`, '/dashboard', DESK, 'light', language);
  }
  await family.run('updateProfile', { language: 'sv' });
  await drawShare();
  await family.run('updateProfile', { language: 'en' });
  await draw(`${README}/dashboard.png`, '/dashboard', PHONE, 'light');
  await draw(`${README}/history.png`, '/history', DESK, 'light');
  await draw(`${README}/dashboard-dark.png`, '/dashboard', DESK, 'dark');
  await draw(`${README}/home.png`, '/', PHONE, 'light');
} finally {
  await browser.close();
  await server.stop();
}

async function draw(
  path: string,
  page: string,
  viewport: Size,
  colorScheme: 'light' | 'dark',
  language: Language = 'en',
): Promise<void> {
  const context = await open(page, viewport, colorScheme, language);
  await keep(context, path);
}

async function drawShare(): Promise<void> {
  const context = await open('/dashboard', SHARE, 'light', 'sv');
  const [page] = context.pages();
  await page?.evaluate(compose, readFileSync(`${PUBLIC}/icon.svg`, 'utf8'));
  await page?.addStyleTag({ content: SHARE_STYLE });
  await keep(context, `${PUBLIC}/share.png`, SHARED);
}

function compose(icon: string): void {
  const board = document.querySelector('#main [data-board] section')?.outerHTML ?? '';
  document.body.innerHTML = `<div class="share">
      <div>
        <p class="brand">${icon}Framme</p>
        <p class="line">Se vem som är framme.</p>
        <p class="line other">See who has arrived.</p>
      </div>
      ${board}
    </div>`;
}

async function open(
  path: string,
  viewport: Size,
  colorScheme: 'light' | 'dark',
  language: Language,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport,
    isMobile: viewport === PHONE,
    hasTouch: viewport === PHONE,
    colorScheme,
    locale: language === 'sv' ? 'sv-SE' : 'en-GB',
    timezoneId: 'Europe/Stockholm',
    deviceScaleFactor: viewport === SHARE ? 1 : 2,
    bypassCSP: true,
  });
  if (path !== '/') await signIn(context);
  const page = await context.newPage();
  await page.goto(server.url);
  await page.waitForLoadState('networkidle');
  await page.goto(server.url + path);
  await page.waitForLoadState('networkidle');
  return context;
}

async function keep(context: BrowserContext, path: string, clip?: typeof SHARED): Promise<void> {
  const [page] = context.pages();
  await page?.screenshot({ path, ...(clip && { clip }) });
  await context.close();
  console.log(`${path}: ${(statSync(path).size / 1000).toFixed(1)} kB`);
}

async function signIn(context: BrowserContext): Promise<void> {
  const [name = '', value = ''] = family.cookie.split('=', 2);
  await context.addCookies([{ name, value, url: server.url }]);
}

async function anAfternoon(url: string): Promise<HouseholdOnPhone> {
  const home = await registerHousehold(url, 'Lind');
  const noah = await home.addChild('Noah', '2019-05-01');
  const alva = await home.addChild('Alva', '2016-11-12');
  const ella = await home.addFriend(noah, 'Ella', '070-123 45 67');
  const omar = await home.addFriend(noah, 'Omar', '073-765 43 21');
  const sara = await home.addFriend(alva, 'Sara', '076-111 22 33');
  const moa = await home.addGuest(noah, 'Moa', 'familjen.berg');
  const ago = (minutes: number) => ({ tappedAt: Date.now() - minutes * MINUTE });
  await home.run('checkIn', sara, ago(1600));
  await home.run('checkOut', sara, ago(1480));
  await home.run('checkIn', moa, ago(170));
  await home.run('checkIn', ella, ago(125));
  await home.run('checkOut', moa, ago(95));
  await home.run('checkIn', omar, ago(80));
  await home.run('checkIn', sara, ago(42));
  return home;
}
