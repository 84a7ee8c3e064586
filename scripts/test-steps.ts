import type { Step } from './steps.ts';

const VITEST = 'node_modules/vitest/vitest.mjs';
// Not in test-results, which Playwright empties at its start.
const REPORTS = 'node_modules/.cache/reports';

type Project = 'unit' | 'integration' | 'postgres';

function vitest(name: string, ...projects: Project[]): Step {
  const path = `${REPORTS}/${projects.join('-')}.json`;
  const named = projects.flatMap((project) => ['--project', project]);
  return {
    name,
    command: [VITEST, 'run', ...named, '--reporter=minimal', '--reporter=json', `--outputFile.json=${path}`],
    report: { path, from: 'vitest' },
  };
}

function journeys(name: string, ...selection: string[]): Step {
  return {
    name,
    command: ['scripts/e2e.ts', ...selection],
    report: { path: `${REPORTS}/journeys.json`, from: 'playwright' },
  };
}

/** The step of npm test: vitest.config.ts and playwright.config.ts leave out what npm run test:full adds. */
export function short(step: Step): Step {
  return { ...step, env: { TESTS: 'short' } };
}

/** The steps of npm run check, the longest first. */
export const CHECKS: Step[] = [
  vitest('unit tests', 'unit'),
  { name: 'types', command: ['node_modules/typescript/bin/tsc', '-b'] },
  { name: 'dead code', command: ['node_modules/knip/bin/knip.js', '--no-progress'] },
  {
    name: 'format and lint',
    command: ['node_modules/@biomejs/biome/bin/biome', 'ci', '--error-on-warnings', '--colors=off'],
  },
];

export const INTEGRATION: Step = vitest(
  'integration tests, on SQLite and PostgreSQL',
  'integration',
  'postgres',
);

export const ON_SQLITE: Step = vitest('integration tests, on SQLite', 'integration');

export const CLIENT_BUILD: Step = { name: 'client build', command: ['scripts/build.ts'] };

/** Needs the build. */
export const SIZES: Step = { name: 'what a visit loads', command: ['scripts/check-sizes.ts'] };

export const JOURNEYS: Step = journeys('browser journeys');

/** The main job from the first page to the history, on one phone and on two, in Swedish. */
export const MAIN_JOURNEYS: Step = journeys(
  'main browser journeys',
  '--project=sv',
  ...['main-job', 'live', 'catalogue', 'correction'].map((name) => `e2e/${name}.spec.ts`),
);
