import { defineConfig } from '@playwright/test';
import { findBrowser } from '#tests/support/browser.ts';

const browser = findBrowser();
const runsAsRoot = process.getuid?.() === 0;

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  workers: 2,
  retries: 0,
  fullyParallel: true,
  forbidOnly: true,
  timeout: 60_000,
  reporter: [
    ['list'],
    ['html', { open: 'never' }],
    ['json', { outputFile: 'node_modules/.cache/reports/journeys.json' }],
  ],
  use: {
    browserName: 'chromium',
    timezoneId: 'Europe/Stockholm',
    trace: 'retain-on-failure',
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
    { name: 'en', use: { locale: 'en-GB' } },
  ],
});

function definedOnly(environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
