import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { type HouseholdOnPhone, registerHousehold } from '#tests/support/people/household.ts';
import { type RunningServer, startServer } from '#tests/support/server/server-process.ts';
import { test as base } from './framme.ts';
import { signIn } from './signed-in.ts';

interface Start {
  entry?: string;
  env?: Record<string, string>;
}

/** Tests in which another server takes the place of one. */
export const test = base.extend<{
  /** Ends something with the test, also if that fails; the latest first. */
  endLater: (end: () => Promise<unknown>) => void;
  /** Starts another server on the address and the data of one that has stopped. */
  startInPlaceOf: (server: RunningServer, options: Start) => Promise<RunningServer>;
  /** Opens the browser of a phone, which it first closes if it is open; its profile stays. */
  openBrowser: () => Promise<Page>;
}>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from a destructured argument.
  endLater: async ({}, use) => {
    const ends: (() => Promise<unknown>)[] = [];
    await use((end) => void ends.unshift(end));
    for (const end of ends) await end();
  },
  startInPlaceOf: async ({ endLater }, use) => {
    await use(async ({ dataDir, url }, options) => {
      const env = { ...options.env, PORT: new URL(url).port };
      const server = await startServer({ ...options, dataDir, env });
      endLater(server.kill);
      return server;
    });
  },
  openBrowser: async ({ playwright, launchOptions, contextOptions, watch }, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'framme-browser-'));
    let open: BrowserContext | undefined;
    await use(async () => {
      await open?.close();
      open = await playwright.chromium.launchPersistentContext(folder, {
        ...launchOptions,
        ...contextOptions,
        ...{ serviceWorkers: 'allow', viewport: { width: 390, height: 844 } },
      });
      watch(open);
      return open.pages()[0] ?? open.newPage();
    });
    await open?.close();
    // A process of the browser may write for some moments more.
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  },
});

/** The entry of the server after an upgrade. */
export const NEXT_SERVER = { entry: 'tests/support/server/next-version-server.ts' };

/** Registers a family with a friend, Ella, and signs a browser in. */
export async function family(page: Page, url: string): Promise<HouseholdOnPhone> {
  const home = await registerHousehold(url, 'Lind');
  await home.run('updateProfile', { language: 'sv' });
  await home.addFriend(await home.addChild('Noah', '2019-05-01'), 'Ella');
  await signIn(page.context(), home, url);
  return home;
}
