import { parseArgs } from 'node:util';
import { conclude, runSteps, type Step } from './steps.ts';

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

/** For npm test: vitest.config.ts and playwright.config.ts leave out what npm run test:full adds. */
function short(step: Step): Step {
  return { ...step, env: { TESTS: 'short' } };
}

const UNIT: Step = vitest('unit tests', 'unit');

/** Longest first. Two run at a time, hence one worker a core, and one checker of types. */
const CHECKS: Step[] = [
  { ...UNIT, command: [...UNIT.command, '--maxWorkers=100%'] },
  { name: 'types', command: ['node_modules/typescript/bin/tsc', '-b', '--checkers', '1'] },
  { name: 'dead code', command: ['node_modules/knip/bin/knip.js', '--no-progress'] },
  {
    name: 'format and lint',
    command: ['node_modules/@biomejs/biome/bin/biome', 'ci', '--error-on-warnings', '--colors=off'],
  },
  { name: 'size of the code', command: ['scripts/weigh.ts'] },
];

const INTEGRATION: Step = vitest('integration tests, on SQLite and PostgreSQL', 'integration', 'postgres');

const ON_SQLITE: Step = vitest('integration tests, on SQLite', 'integration');

const CLIENT_BUILD: Step = { name: 'client build', command: ['scripts/build.ts'] };

/** Needs the build. */
const SIZES: Step = { name: 'what a visit loads', command: ['scripts/check-sizes.ts'] };

const JOURNEYS: Step = journeys('browser journeys');

/** In Swedish, on one and two phones. */
const MAIN_JOURNEYS: Step = journeys(
  'main browser journeys',
  '--project=sv',
  ...['main-job', 'live', 'catalogue', 'correction'].map((name) => `e2e/${name}.spec.ts`),
);

// npm test, or npm run test:full, check, test:quick by the option.
const { values } = parseArgs({
  options: { full: { type: 'boolean' }, check: { type: 'boolean' }, quick: { type: 'boolean' } },
});
conclude(
  await (values.check ? runSteps(CHECKS) : values.quick ? runQuick() : runTests(values.full ?? false)),
);

/** The two long steps each use all cores. */
async function runTests(isFull: boolean) {
  const of = (step: Step) => (isFull ? step : short(step));
  return [
    ...(await runSteps([...CHECKS, CLIENT_BUILD])),
    ...(await runSteps([of(INTEGRATION), SIZES])),
    ...(await runSteps([of(JOURNEYS)])),
  ];
}

async function runQuick() {
  return [
    ...(await runSteps([...CHECKS, CLIENT_BUILD])),
    ...(await runSteps([short(ON_SQLITE)])),
    ...(await runSteps([short(MAIN_JOURNEYS)])),
  ];
}
