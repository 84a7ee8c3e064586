import { existsSync } from 'node:fs';
import puppeteer, { type CDPSession } from 'puppeteer-core';
import { systemBrowser } from '#tests/support/browser/find-browser.ts';
import { until } from './board.ts';
import type { RunningBrowser, Tab } from './engine.ts';
import { running, tabOf } from './puppeteer-engines.ts';

interface InstallableBrowser extends RunningBrowser {
  /** Installs the app of the host, as a parent does by the browser's menu. */
  install(): Promise<void>;
  /** Opens the installed app. Resolves to its window, which is no tab: `display-mode` is standalone. */
  launchApp(): Promise<Tab>;
  /** The number on the app's icon. */
  badge(): Promise<number>;
}

/** Returns what is missing for an installation; undefined if it is there. The Chromium from npm has no apps. */
export function missingForApps(): string | undefined {
  return foundChromium() === undefined
    ? 'Chromium that installs apps: apt-get install chromium, or set CHROMIUM_PATH'
    : undefined;
}

export function foundChromium(): string | undefined {
  const { CHROMIUM_PATH } = process.env;
  return CHROMIUM_PATH !== undefined && existsSync(CHROMIUM_PATH)
    ? CHROMIUM_PATH
    : systemBrowser(process.env);
}

/** Starts a Chromium that can install the app at `url`. */
export async function launchInstallable(profile: string, url: string): Promise<InstallableBrowser> {
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
      const former = new Set(await browser.pages());
      await devTools.send('PWA.launch', { manifestId });
      let tab: Tab | undefined;
      await until('the app has a window of its own', async () => {
        const page = (await browser.pages()).find((one) => !former.has(one));
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
