import type { BrowserContext, BrowserContextOptions, Page } from '@playwright/test';
import { ALL_TEXTS } from '#client/translations/all-texts.ts';
import { type Language, supportedLanguage } from '#domain/language.ts';
import { allowConsole, test as base } from '#tests/support/browser/journey.ts';
import { type HouseholdOnPhone, registerHousehold } from '#tests/support/people/household.ts';
import { type RunningServer, startServer } from '#tests/support/server/server-process.ts';
import { controls, openBoard } from './board.ts';
import { busyFamily } from './busy-family.ts';
import { Parent, type Words } from './parent.ts';
import { settledFamily, signIn } from './signed-in.ts';

export { allowConsole };

/** Playwright's test with a real server, a parent and the texts of its language. */
export const test = base.extend<
  {
    /** Shared with other tests of the same worker, so only its address is given. */
    server: Pick<RunningServer, 'url'>;
    /** Used by this test alone, which may restart it and read its output. */
    ownServer: RunningServer;
    /** The entry file of `ownServer`, if it is not the real server. */
    entry: string;
    language: Language;
    parent: Parent;
    words: Words;
    /** Registers a family that reads this language. */
    family: (lastName?: string) => Promise<HouseholdOnPhone>;
    /** Signs the page in as a family with visitors and long names. */
    settled: () => Promise<HouseholdOnPhone>;
    /** Signs the page in as a family, and opens its board or another page. */
    open: (home: HouseholdOnPhone, path?: string) => Promise<void>;
    /** Opens a further browser, of somebody else, which closes with the test. */
    another: (options?: BrowserContextOptions) => Promise<Parent>;
    /** Opens a page of a busy family of this size, its board by default. */
    board: (
      size: Parameters<typeof busyFamily>[2],
      path?: string,
    ) => Promise<{ home: HouseholdOnPhone; on: ReturnType<typeof controls> }>;
  },
  { sharedServer: RunningServer }
>({
  sharedServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from a destructured argument.
    async ({}, use) => {
      const server = await startServer();
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  server: async ({ sharedServer }, use) => {
    await use(sharedServer);
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from a destructured argument.
  language: async ({}, use, info) => {
    await use(languageOf(info.project.name));
  },
  entry: ['server/main.ts', { option: true }],
  ownServer: async ({ entry, page }, use, info) => {
    const server = await startServer({ entry });
    await use(server);
    // Closed before the server stops, or its failed requests would count; kept open after a failure.
    if (info.status === info.expectedStatus) await closeAll(page);
    await server.stop();
  },
  parent: async ({ page, server, language }, use) => {
    await use(new Parent(page, language, server.url));
  },
  words: async ({ language }, use) => {
    await use(ALL_TEXTS[language]);
  },
  family: async ({ server, language }, use) => {
    await use(async (lastName = 'Lind') => {
      const home = await registerHousehold(server.url, lastName);
      await home.run('updateProfile', { language });
      return home;
    });
  },
  settled: async ({ context, server, language }, use) => {
    await use(async () => {
      const home = await settledFamily(server.url, language);
      await signIn(context, home, server.url);
      return home;
    });
  },
  // It closes before the server of the test.
  another: async ({ browser, server, language, watch }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (options) => {
      const context = await browser.newContext(options);
      watch(context);
      contexts.push(context);
      return new Parent(await context.newPage(), language, server.url);
    });
    for (const context of contexts) await context.close();
  },
  open: async ({ page }, use) => use((home, path) => openBoard(page, home, home.url, path)),
  board: async ({ page, server, language, words, open }, use) => {
    await use(async (size, path) => {
      const home = await busyFamily(server.url, language, size);
      await open(home, path);
      return { home, on: controls(page, words) };
    });
  },
});

/** The projects that run these tests have the names of the languages. */
function languageOf(project: string): Language {
  const language = supportedLanguage(project);
  if (!language) throw new Error(`${project} is no language`);
  return language;
}

/** Closes the pages of every context that the test opened. */
async function closeAll(page: Page): Promise<void> {
  const own = page.context();
  const others = (own.browser()?.contexts() ?? []).filter((context) => context !== own);
  await Promise.all([page.close(), ...others.map((context) => context.close())]);
}
