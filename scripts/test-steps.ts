import type { Step } from './steps.ts';

const VITEST = 'node_modules/vitest/vitest.mjs';
// Not in test-results, which Playwright empties at its start.
const REPORTS = 'node_modules/.cache/reports';

function vitest(project: 'unit' | 'integration' | 'postgres', name = `${project} tests`): Step {
  const path = `${REPORTS}/${project}.json`;
  return {
    name,
    command: [
      VITEST,
      'run',
      '--project',
      project,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${path}`,
    ],
    report: { path, from: 'vitest' },
  };
}

/** The steps of npm run check, the longest first. */
export const QUICK: Step[] = [
  vitest('unit'),
  { name: 'types', command: ['node_modules/typescript/bin/tsc', '-b'] },
  { name: 'dead code', command: ['node_modules/knip/bin/knip.js', '--no-progress'] },
  { name: 'format and lint', command: ['node_modules/@biomejs/biome/bin/biome', 'ci', '--colors=off'] },
];

export const INTEGRATION: Step = vitest('integration');

export const ON_POSTGRES: Step = vitest('postgres', 'tests on PostgreSQL');

export const CLIENT_BUILD: Step = { name: 'client build', command: ['scripts/build.ts'] };

/** Needs the build. */
export const SIZES: Step = { name: 'what a visit loads', command: ['scripts/check-sizes.ts'] };

export const JOURNEYS: Step = {
  name: 'browser journeys',
  command: ['scripts/e2e.ts'],
  report: { path: `${REPORTS}/journeys.json`, from: 'playwright' },
};
