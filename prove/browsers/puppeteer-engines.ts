import { existsSync } from 'node:fs';
import puppeteer, { type LaunchOptions } from 'puppeteer-core';
import { findBrowser } from '#tests/support/browser/find-browser.ts';
import type { Engine, RunningBrowser, Tab } from './engine.ts';

const FIREFOX = process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr';

/** Chromium over the DevTools protocol. */
export const chromium: Engine = {
  name: 'Chromium',
  missing: () => undefined,
  keepsProfile: true,
  storesWithin: 0,
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
  // Its localStorage reaches the disk after seconds, so that only the outbox counts, which is written after the frame.
  storesWithin: 100,
  preloads: true,
  launch(userDataDir) {
    return launch({ browser: 'firefox', executablePath: FIREFOX, userDataDir });
  },
};

async function launch(options: LaunchOptions): Promise<RunningBrowser> {
  const browser = await puppeteer.launch({ headless: true, ...options });
  return {
    async openTab(preload): Promise<Tab> {
      const page = await browser.newPage();
      if (preload !== undefined) await page.evaluateOnNewDocument(preload);
      return {
        goto: async (address) => void (await page.goto(address, { waitUntil: 'load' })),
        run: async <T>(expression: string) => (await page.evaluate(expression)) as T,
        close: () => page.close(),
      };
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
