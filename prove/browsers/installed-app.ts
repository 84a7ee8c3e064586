import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import puppeteer, { type CDPSession } from 'puppeteer-core';
import { systemBrowser } from '#tests/support/browser/find-browser.ts';
import { runFolder } from '#tests/support/run-folder.ts';
import { Board, until } from './board.ts';
import type { RunningBrowser, Tab } from './engine.ts';
import { claim, type Place } from './place.ts';
import { running, tabOf } from './puppeteer-engines.ts';
import { drained, familyWithGuests, tapAll } from './waiting-taps.ts';

/** Installed, closed and launched again without a server, the app is a window of its own with the board and takes a thousand taps. */
export async function installedApp(place: Place): Promise<string> {
  const { gate, server } = place;
  const [{ home, guests }, folder] = [await familyWithGuests(place), runFolder()];
  const first = await launchInstallable(folder, gate.url);
  const before = new Board(await first.openTab(), place);
  await before.signIn(home);
  await before.untilOut('Vän 1');
  await before.untilStored();
  await first.install();
  await first.close();
  await server.stop();
  const browser = await launchInstallable(folder, gate.url);
  try {
    return await claim(async () => {
      const app = new Board(await browser.launchApp(), place);
      await app.untilOut('Vän 1');
      if (!(await app.checkIn('Vän 1'))) throw new Error('the tap was not shown');
      await untilBadge(browser, 1);
      const tab = new Board(await browser.openTab(), place);
      await app.open(guests);
      await tab.open(guests);
      await tapAll([app, tab]);
      await untilBadge(browser, 1001);
      const words = await drained(place, home, [app, tab]);
      await untilBadge(browser, 0);
      return `launched without a server: standalone, a tap, the badges 1, 1001 and 0; ${words}`;
    });
  } finally {
    await browser.close();
  }
}

/** Resolves once the icon of the app shows this number. */
async function untilBadge(browser: { badge(): Promise<number> }, count: number): Promise<void> {
  // The badge follows a second after the last tap.
  await sleep(1000);
  await until(`the badge is ${count}`, async () => (await browser.badge()) === count);
}

interface InstallableBrowser extends RunningBrowser {
  /** Installs the app of the host, as a parent does by the browser's menu. */
  install(): Promise<void>;
  /** Opens the installed app. Resolves to its window, which is no tab: `display-mode` is standalone. */
  launchApp(): Promise<Tab>;
  /** The number on the app's icon. */
  badge(): Promise<number>;
}

/** What is missing for an installation; undefined if it is there. The Chromium from npm has no apps. */
export function missingForApps(): string | undefined {
  return foundChromium() === undefined
    ? 'Chromium that installs apps: apt-get install chromium, or set CHROMIUM_PATH'
    : undefined;
}

function foundChromium(): string | undefined {
  const { CHROMIUM_PATH } = process.env;
  return CHROMIUM_PATH !== undefined && existsSync(CHROMIUM_PATH)
    ? CHROMIUM_PATH
    : systemBrowser(process.env);
}

/** Starts a Chromium that can install the app at `url`. */
async function launchInstallable(profile: string, url: string): Promise<InstallableBrowser> {
  const browser = await puppeteer.launch({
    executablePath: foundChromium() ?? '',
    userDataDir: profile,
    headless: true,
    // Apps are offered to a trusted client alone: over a pipe, not over a socket.
    pipe: true,
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--lang=sv', '--accept-lang=sv'],
  });
  const devTools: CDPSession = await browser.target().createCDPSession();
  const manifestId = `${url}/`;
  return {
    ...running(browser),
    async install() {
      await devTools.send('PWA.install', { manifestId, installUrlOrBundleUrl: `${url}/dashboard` });
      // The protocol installs it as a tab; a parent's installation opens a window.
      await devTools.send('PWA.changeAppUserSettings', { manifestId, displayMode: 'standalone' });
    },
    async launchApp() {
      const previous = new Set(await browser.pages());
      await devTools.send('PWA.launch', { manifestId });
      let tab: Tab | undefined;
      await until('the app has a window of its own', async () => {
        const page = (await browser.pages()).find((one) => !previous.has(one));
        tab = page && tabOf(page);
        return (await tab?.run<boolean>('matchMedia("(display-mode: standalone)").matches')) ?? false;
      });
      if (!tab) throw new Error('no window');
      return tab;
    },
    async badge() {
      return (await devTools.send('PWA.getOsAppState', { manifestId })).badgeCount;
    },
  };
}
