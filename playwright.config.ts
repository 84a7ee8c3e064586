import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language, LOCALES } from '#domain/language.ts';
import { findBrowser } from '#tests/support/browser/find-browser.ts';

/**
 * Texts and what their length changes: every screen, the main job, the first run, the pages for visitors and readers run in
 * every language. Others ask what the app does, which has no language, and run in the default one.
 */
const EVERY_LANGUAGE = [
  ...['accessibility', 'every-screen', 'large-text', 'link-states', 'prerender', 'front-page'],
  ...['registration', 'first-run', 'main-job', 'catalogue', 'translated'],
  ...['visit-page', 'visit-page-answers', 'notifications', 'followers', 'trips', 'trips-home', 'coming'],
].map((name) => `${name}.spec.ts`);

/** npm test; without it everything runs, as in npm run test:full. */
const isShort = process.env.TESTS === 'short';

/** Of these npm test asks in every language: the main job, the first run, the page of a reader, and one look at each screen. */
const MAIN = ['main-job', 'translated', 'first-run', 'every-screen'].map((name) => `${name}.spec.ts`);

/**
 * Journeys of npm run test:full alone: a rare fault, a setting of the device, a later step of a feature, or more of the same.
 */
const FULL = /@full/;

/** Journeys in the default language alone: their words are asked elsewhere, or they have none. */
const ONCE = /@once/;

/** The screen reader log is written in every language (npm run screen-reader). */
const isWritingLog = process.env.SCREEN_READER_LOG !== undefined;

/** Chromium heeds the last such argument alone: these are Playwright's own, and the renderers that no page comes to use. */
const DISABLED = [
  'SpareRendererForSitePerProcess',
  ...[
    'AvoidUnnecessaryBeforeUnloadCheckSync',
    'DestroyProfileOnBrowserClose',
    'HttpsUpgrades',
    'LensOverlay',
  ],
  ...['HttpsFirstBalancedModeAutoEnable', 'MediaRouter', 'PaintHolding', 'ThirdPartyStoragePartitioning'],
  ...['AvoidCorsURLLoaderRestartOnRedirect', 'OptimizationHints', 'NetworkTimeServiceQuerying'],
  ...['TcpPortRandomizationWin', 'AimEnabled', 'PreconnectToSearch'],
];

const browser = findBrowser();
const runsAsRoot = process.getuid?.() === 0;

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  // More than two a core: a journey often waits, for a page, a mail or a clock. Still more would only take turns.
  workers: 2 * availableParallelism() + 1,
  retries: 0,
  fullyParallel: true,
  forbidOnly: true,
  // Generous for slow or busy machines; waiting ends as soon as the condition holds.
  timeout: 240_000,
  expect: { timeout: 20_000 },
  reporter: [
    ['dot'],
    ['html', { open: 'never' }],
    ['json', { outputFile: 'node_modules/.cache/reports/journeys.json' }],
  ],
  use: {
    browserName: 'chromium',
    timezoneId: 'Europe/Stockholm',
    // Processors draw each frame, a sixth of all their time. Journeys of taps, rows, toasts and layout shift let the screen move.
    reducedMotion: 'reduce',
    // Each new browser would store the whole build; the journeys about the service worker allow it.
    serviceWorkers: 'block',
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
        `--disable-features=${DISABLED.join(',')}`,
      ],
    },
  },
  projects: [
    { name: 'controls', testDir: 'tests/controls', testMatch: '*.journey.ts', fullyParallel: false },
    // The default one last: its last journeys are short, so that no core waits for a long one.
    ...LANGUAGES.toReversed().map((language) => ({
      name: language,
      testMatch: filesIn(language),
      grepInvert: leftOut(language),
      use: { locale: LOCALES[language] },
    })),
  ],
});

function filesIn(language: Language): string | string[] {
  if (language === DEFAULT_LANGUAGE || isWritingLog) return '*.spec.ts';
  return isShort ? MAIN : EVERY_LANGUAGE;
}

function leftOut(language: Language): RegExp[] {
  return [...(language === DEFAULT_LANGUAGE ? [] : [ONCE]), ...(isShort ? [FULL] : [])];
}

function definedOnly(environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
