import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import puppeteer from 'puppeteer-core';
import { until } from './board.ts';
import type { RunningBrowser, Tab } from './engine.ts';
import { foundChromium } from './installable.ts';
import { profile } from './profile.ts';
import { running, tabOf } from './puppeteer-engines.ts';

const SCREEN = { width: 1280, height: 900 };
/** A point of the lowest notification, beside a window that is smaller than the screen. */
const IN_NOTIFICATION = [SCREEN.width - 280, SCREEN.height - 28].map(String);
const WINDOW = ['--window-position=0,0', '--window-size=800,600'];

interface NotifiedChromium extends RunningBrowser {
  /** Delivers a message to the worker of the origin, which does not run then, as a push service does. */
  deliver(data: string): Promise<void>;
  /** Presses the place of the lowest notification on the screen. */
  press(): void;
  /** The addresses of the open pages. */
  addresses(): Promise<string[]>;
  /** The open page at an address. Throws if there is none. */
  tabAt(address: string): Promise<Tab>;
  /** Brings an empty tab in front of all others. */
  hidePages(): Promise<void>;
}

/** Returns what is missing for notifications that are pressed; undefined if all is there. npm's Chromium says that it may not show any. */
export function missingForNotifications(): string | undefined {
  const isThere = ['Xvfb', 'xdotool'].every((name) => spawnSync(name, ['-help']).error === undefined);
  return foundChromium() !== undefined && isThere
    ? undefined
    : 'Chromium on a screen: apt-get install chromium xvfb xdotool, or set CHROMIUM_PATH';
}

/** Starts a Chromium on a screen of its own, in which an origin may show notifications. */
export async function launchNotified(origin: string): Promise<NotifiedChromium> {
  const { env, end } = await openScreen();
  const browser = await puppeteer.launch({
    executablePath: foundChromium() ?? '',
    userDataDir: await profile(),
    headless: false,
    env,
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--lang=sv', '--accept-lang=sv', ...WINDOW],
  });
  await browser.defaultBrowserContext().overridePermissions(origin, ['notifications']);
  const [blank = await browser.newPage()] = await browser.pages();
  const devTools = await blank.createCDPSession();
  let [registrationId, isRunning] = ['', false];
  devTools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    registrationId = registrations.find(({ isDeleted }) => !isDeleted)?.registrationId ?? registrationId;
  });
  devTools.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
    isRunning = versions.some(({ runningStatus }) => runningStatus !== 'stopped');
  });
  await devTools.send('ServiceWorker.enable');
  return {
    ...running(browser),
    async deliver(data) {
      const isStopped = async () => {
        // An open page may have started it again.
        if (isRunning) await devTools.send('ServiceWorker.stopAllWorkers');
        return registrationId !== '' && !isRunning;
      };
      await until('the worker is stopped', isStopped, 10_000);
      await devTools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
    },
    press() {
      spawnSync('xdotool', ['mousemove', ...IN_NOTIFICATION, 'click', '1'], { env });
    },
    addresses: async () => (await browser.pages()).map((page) => page.url()),
    async tabAt(address) {
      const page = (await browser.pages()).find((one) => one.url() === address);
      if (!page) throw new Error(`no page at ${address}`);
      return tabOf(page);
    },
    hidePages: () => blank.bringToFront(),
    async close() {
      await browser.close();
      end();
    },
  };
}

/** Opens a screen without a desktop, where Chromium shows its notifications itself. */
async function openScreen() {
  const { width, height } = SCREEN;
  const size = `${width}x${height}x24`;
  const args = ['-displayfd', '3', '-screen', '0', size, '-nolisten', 'tcp'];
  const screen = spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const end = () => void screen.kill();
  process.once('exit', end);
  const [number] = (await once(screen.stdio[3] ?? screen, 'data')) as [Buffer];
  const { DBUS_SESSION_BUS_ADDRESS: _none, ...env } = process.env;
  return {
    env: { ...env, DISPLAY: `:${String(number).trim()}` },
    end,
  };
}
