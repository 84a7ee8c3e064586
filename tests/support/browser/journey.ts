import { type BrowserContext, test as base, expect, type TestInfo } from '@playwright/test';

const allowed = new WeakMap<TestInfo, RegExp[]>();

/** Declares a console error, page error or unhandled rejection that the running test expects. */
export function allowConsole(pattern: RegExp): void {
  const info = base.info();
  allowed.set(info, [...(allowed.get(info) ?? []), pattern]);
}

type Watch = {
  /** Watches a context that the test opened itself, for example of a second phone. */
  watch: (context: BrowserContext) => void;
};

/** Playwright's test, failing on every undeclared console error, page error and unhandled rejection. */
export const test = base.extend<Watch & { complaints: string[] }>({
  complaints: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from a destructured argument.
    async ({}, use, info) => {
      const seen: string[] = [];
      await use(seen);
      const patterns = allowed.get(info) ?? [];
      const undeclared = seen.filter((text) => !patterns.some((pattern) => pattern.test(text)));
      expect(undeclared, 'undeclared complaints of the page').toEqual([]);
    },
    { auto: true },
  ],
  watch: async ({ complaints }, use) => {
    await use((context) => watchContext(context, complaints));
  },
  context: async ({ context, complaints }, use) => {
    watchContext(context, complaints);
    await use(context);
  },
});

export { expect };

/** Unhandled rejections are reported as page errors too. */
function watchContext(context: BrowserContext, seen: string[]): void {
  context.on('weberror', (error) => seen.push(`page error: ${error.error().message}`));
  context.on('console', (message) => {
    if (message.type() === 'error') seen.push(`console error: ${message.text()} (${message.location().url})`);
  });
}
