import { mkdir } from 'node:fs/promises';
import { type BrowserContext, chromium } from '@playwright/test';
import { findBrowser } from '#tests/support/browser/find-browser.ts';
import { type HouseholdOnPhone, registerHousehold } from '#tests/support/people/household.ts';
import { startServer } from '#tests/support/server/server-process.ts';
import { buildClient } from './client-build.ts';

/** Takes the README's screenshots of the real app with sample data. */

const FOLDER = 'docs/pictures';
const PHONE = { width: 360, height: 760 };
const DESK = { width: 1280, height: 800 };
const MINUTE = 60_000;

buildClient();
await mkdir(FOLDER, { recursive: true });
const server = await startServer();
const family = await anAfternoon(server.url);
const browser = await chromium.launch({
  ...findBrowser(),
  // Desktop screenshots show the scroll bar.
  ignoreDefaultArgs: ['--hide-scrollbars'],
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
try {
  await draw('dashboard', '/dashboard', PHONE, 'light');
  await draw('history', '/history', DESK, 'light');
  await draw('dashboard-dark', '/dashboard', DESK, 'dark');
  await draw('home', '/', PHONE, 'light');
} finally {
  await browser.close();
  await server.stop();
}

async function draw(
  name: string,
  path: string,
  viewport: typeof PHONE,
  colorScheme: 'light' | 'dark',
): Promise<void> {
  const context = await browser.newContext({
    viewport,
    isMobile: viewport === PHONE,
    hasTouch: viewport === PHONE,
    colorScheme,
    locale: 'en-GB',
    timezoneId: 'Europe/Stockholm',
    deviceScaleFactor: 2,
  });
  if (path !== '/') await signIn(context);
  const page = await context.newPage();
  await page.goto(server.url);
  await page.waitForLoadState('networkidle');
  await page.goto(server.url + path);
  await page.waitForLoadState('networkidle');
  await page.screenshot({ path: `${FOLDER}/${name}.png` });
  await context.close();
  console.log(`${FOLDER}/${name}.png`);
}

async function signIn(context: BrowserContext): Promise<void> {
  const [name = '', value = ''] = family.cookie.split('=', 2);
  await context.addCookies([{ name, value, url: server.url }]);
}

async function anAfternoon(url: string): Promise<HouseholdOnPhone> {
  const home = await registerHousehold(url, 'Lind');
  await home.run('updateProfile', { language: 'en' });
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
