import { existsSync } from 'node:fs';
import puppeteer, { type Browser, type LaunchOptions, type Page } from 'puppeteer-core';
import { findBrowser } from '#tests/support/browser/find-browser.ts';
import type { Engine, RunningBrowser, Tab } from './engine.ts';

const FIREFOX = process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr';

/** Chromium over the DevTools protocol. */
export const chromium: Engine = {
  name: 'Chromium',
  missing: () => undefined,
  keepsProfile: true,
  preloads: true,
  launch(userDataDir) {
    const { executablePath, env } = findBrowser();
    const args = ['--no-sandbox', '--disable-dev-shm-usage', '--lang=sv'];
    return launch({ executablePath, env: { ...process.env, ...env }, userDataDir, args });
  },
};

/** Firefox over WebDriver BiDi. */
export const firefox: Engine = {
  name: 'Firefox',
  missing: () =>
    existsSync(FIREFOX) ? undefined : 'Firefox ESR: apt-get install firefox-esr, or set FIREFOX_PATH',
  keepsProfile: true,
  preloads: true,
  launch(userDataDir, pushSocket) {
    const extraPrefsFirefox = {
      // A script of a check closes its own tab.
      'dom.allow_scripts_to_close_windows': true,
      // One without its language packs speaks Swedish too.
      'intl.accept_languages': 'sv',
      ...(pushSocket !== undefined && toldBy(pushSocket)),
    };
    return launch({ browser: 'firefox', executablePath: FIREFOX, userDataDir, extraPrefsFirefox });
  },
};

/** Preferences of a Firefox whose parent allowed notifications, and whose push service is one of this machine. */
function toldBy(pushSocket: string): Record<string, unknown> {
  return {
    'dom.push.serverURL': pushSocket,
    'dom.push.testing.allowInsecureServerURL': true,
    'permissions.default.desktop-notification': 1,
    // Without a desktop there is nobody but the browser itself to show them.
    'alerts.useSystemBackend': false,
    // A Firefox that is driven connects to no push service otherwise.
    'remote.prefs.recommended': false,
  };
}

async function launch(options: LaunchOptions): Promise<RunningBrowser> {
  return running(await puppeteer.launch({ headless: true, ...options }));
}

export function running(browser: Browser): RunningBrowser {
  return {
    async openTab(preload): Promise<Tab> {
      const page = await browser.newPage();
      if (preload !== undefined) await page.evaluateOnNewDocument(preload);
      return tabOf(page);
    },
    async kill() {
      const child = browser.process();
      if (child?.pid === undefined) return;
      const ended = new Promise((resolve) => child.once('exit', resolve));
      process.kill(-child.pid, 'SIGKILL');
      await ended;
    },
    close: () => browser.close(),
  };
}

export function tabOf(page: Page): Tab {
  return {
    goto: async (address) => void (await page.goto(address, { waitUntil: 'load' })),
    run: async <T>(expression: string) => (await page.evaluate(expression)) as T,
    close: () => page.close(),
    async deliver(origin, data) {
      await page.browserContext().overridePermissions(origin, ['notifications']);
      const devTools = await page.createCDPSession();
      const found = new Promise<string>((resolve) => {
        devTools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [one] }) => {
          if (one) resolve(one.registrationId);
        });
      });
      await devTools.send('ServiceWorker.enable');
      await devTools.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await found, data });
    },
  };
}
