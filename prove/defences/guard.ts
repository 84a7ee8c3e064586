import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Defence } from './defence.ts';

/** The results of the tests of one file, by title. */
export interface TestResults {
  passed: string[];
  failed: string[];
  /** The output of the runner. */
  printed: string;
}

/** Runs these tests of a guarding file, and no others, in a copy of the tree. */
export function runGuard(
  tree: string,
  { project, file }: Omit<Defence['guard'], 'test'>,
  tests: readonly string[],
): TestResults {
  const report = join(tree, 'guard.json');
  rmSync(report, { force: true });
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--project',
      project,
      '--reporter=json',
      `--outputFile=${report}`,
      // A test that waits for a removed defence times out sooner than on a busy machine.
      '--testTimeout=30000',
      // Clean-up of such a test may hang too; both must end before the run is given up.
      '--hookTimeout=30000',
      `--testNamePattern=(^| )(${tests.map(RegExp.escape).join('|')})$`,
      file,
    ],
    { cwd: tree, encoding: 'utf8', timeout: 120_000, env: { ...process.env, CI: '1', RUNS: '5' } },
  );
  const ran = existsSync(report) ? testsIn(readFileSync(report, 'utf8')) : [];
  const named = (status: string) => ran.filter((one) => one.status === status).map(({ title }) => title);
  return { passed: named('passed'), failed: named('failed'), printed: stdout + stderr };
}

interface Report {
  testResults: { assertionResults: { title: string; status: string }[] }[];
}

function testsIn(json: string): { title: string; status: string }[] {
  return (JSON.parse(json) as Report).testResults.flatMap(({ assertionResults }) => assertionResults);
}
