import { cpSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { createVitest, type TestCase } from 'vitest/node';
import { ensureClientBuilt } from '#scripts/client-build.ts';
import type { GuardRun, TestResults } from './guard.ts';

// Started by guard.ts in a copy of the tree: it runs the tests of each message, and answers with their results.

const TREE = realpathSync(process.cwd());
const DIST = join(TREE, 'dist');
const DIST_BEFORE = join(TREE, 'dist-before');

let results: TestResults = { passed: [], failed: [], printed: '' };
const output = new Writable({
  write(chunk, _encoding, written) {
    results.printed += chunk;
    written();
  },
});
const vitest = await createVitest(
  {
    watch: false,
    // Each run has a new process: only transformed modules stay.
    isolate: true,
    maxWorkers: 1,
    // A test that waits in vain for a removed safeguard times out sooner than on a busy machine.
    testTimeout: 30_000,
    // Clean-up of such a test may hang too; both must end before the run is given up.
    hookTimeout: 30_000,
    reporters: ['default', { onTestCaseResult: (test) => addResult(test) }],
  },
  {},
  { stdout: output, stderr: output },
);
// Prepares the reporters.
await vitest.standalone();
let mutatedBefore: readonly string[] = [];

process.on('message', async (asked: GuardRun) => {
  results = { passed: [], failed: [], printed: '' };
  try {
    await run(asked);
  } catch (error) {
    results.printed += error instanceof Error ? error.stack : error;
  }
  process.send?.(results);
});
process.once('disconnect', () => vitest.exit());

async function run({ project, file, tests, mutated }: GuardRun): Promise<void> {
  for (const path of [...mutatedBefore, ...mutated]) vitest.invalidateFile(join(TREE, path));
  mutatedBefore = mutated;
  const found = await vitest.globTestSpecifications([file]);
  const wanted = found.filter((one) => one.project.name === project && one.moduleId === join(TREE, file));
  vitest.setGlobalTestNamePattern(new RegExp(`(^| )(${tests.map(RegExp.escape).join('|')})$`));
  const runTests = () => vitest.runTestSpecifications(wanted);
  await (project === 'integration' ? withClient(mutated, runTests) : runTests());
}

/** The global setup builds the client only once. */
async function withClient(mutated: readonly string[], runTests: () => Promise<unknown>): Promise<void> {
  const isMutated = mutated.some((path) => /^(client|domain)\//.test(path));
  rmSync(DIST_BEFORE, { recursive: true, force: true });
  if (isMutated) cpSync(DIST, DIST_BEFORE, { recursive: true });
  try {
    ensureClientBuilt();
    await runTests();
  } finally {
    if (isMutated) {
      rmSync(DIST, { recursive: true, force: true });
      renameSync(DIST_BEFORE, DIST);
    }
  }
}

function addResult(test: TestCase): void {
  const { state } = test.result();
  if (state === 'passed' || state === 'failed') results[state].push(test.name);
}
