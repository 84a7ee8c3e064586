import { type BrowserContext, test as base, expect } from '@playwright/test';

type Watch = {
  /** Declares an expected console error, page error or unhandled rejection. */
  allowConsole: (pattern: RegExp) => void;
  /** Watches a context that the test opened itself, for example of a second phone. */
  watch: (context: BrowserContext) => void;
};

/** Playwright's test, failing on every undeclared console error, page error and unhandled rejection. */
export const test = base.extend<Watch & { complaints: { seen: string[]; allowed: RegExp[] } }>({
  complaints: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from a destructured argument.
    async ({}, use) => {
      const complaints = { seen: [] as string[], allowed: [] as RegExp[] };
      await use(complaints);
      const undeclared = complaints.seen.filter(
        (text) => !complaints.allowed.some((pattern) => pattern.test(text)),
      );
      expect(undeclared, 'undeclared complaints of the page').toEqual([]);
    },
    { auto: true },
  ],
  allowConsole: async ({ complaints }, use) => {
    await use((pattern) => complaints.allowed.push(pattern));
  },
  watch: async ({ complaints }, use) => {
    await use((context) => watchContext(context, complaints.seen));
  },
  context: async ({ context, complaints }, use) => {
    watchContext(context, complaints.seen);
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
