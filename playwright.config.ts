import { defineConfig } from '@playwright/test';
import { findBrowser } from '#tests/support/browser/find-browser.ts';

/**
 * Tests that check no texts (focus, zoom, shifts, taps, documents) run in one language; the others walk
 * through every screen in both.
 */
const ONE_LANGUAGE = [
  ...[
    'accessibility-settings',
    'layout-shift',
    'hydration',
    'before-the-app',
    'keyboard',
    'passkeys-accessibility',
    'quick-taps',
    'screen-reader',
  ],
  ...['page-age', 'failures', 'hostile-names', 'live', 'toasts', 'correction', 'change-email'],
].map((name) => `${name}.spec.ts`);

/** The screen reader log is written in both languages (npm run screen-reader). */
const isWritingLog = process.env.SCREEN_READER_LOG !== undefined;

const browser = findBrowser();
const runsAsRoot = process.getuid?.() === 0;

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  workers: 2,
  retries: 0,
  fullyParallel: true,
  forbidOnly: true,
  // Generous for slow or busy machines; waiting ends as soon as the condition holds.
  timeout: 240_000,
  expect: { timeout: 20_000 },
  reporter: [
    ['list'],
    ['html', { open: 'never' }],
    ['json', { outputFile: 'node_modules/.cache/reports/journeys.json' }],
  ],
  use: {
    browserName: 'chromium',
    timezoneId: 'Europe/Stockholm',
    launchOptions: {
      executablePath: browser.executablePath,
      env: { ...definedOnly(process.env), ...browser.env },
      args: [
        ...(runsAsRoot ? ['--no-sandbox'] : []),
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        '--disable-quic',
      ],
    },
  },
  projects: [
    { name: 'controls', testDir: 'tests/controls', testMatch: '*.journey.ts' },
    { name: 'sv', use: { locale: 'sv-SE' } },
    { name: 'en', testIgnore: isWritingLog ? [] : ONE_LANGUAGE, use: { locale: 'en-GB' } },
  ],
});

function definedOnly(environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
