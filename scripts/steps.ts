import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { ROOT } from './client-build.ts';
import { type Counts, countsOf, discard, type Report } from './reports.ts';

/** A command run by this Node, and the report by which its results are counted. */
export type Step = {
  name: string;
  /** Arguments for Node; the first is the script. */
  command: string[];
  /** A test runner's JSON report, relative to the repository; without one the step counts as one check. */
  report?: Report;
};

export type Outcome = Counts & { name: string };

/** Runs the steps two at a time, prints each as it ends, and goes on after a failure. */
export async function runSteps(steps: Step[]): Promise<Outcome[]> {
  const waiting = [...steps];
  const outcomes: Outcome[] = [];
  const work = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) outcomes.push(await runStep(step));
  };
  await Promise.all([work(), work()]);
  return outcomes;
}

/** Prints the totals and sets the exit code. */
export function conclude(outcomes: Outcome[]): void {
  const failing = outcomes.filter(({ failed }) => failed > 0).map(({ name }) => name);
  if (failing.length > 0) console.log(`\nFailed: ${failing.join(', ')}`);
  const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
  const failed = outcomes.reduce((sum, outcome) => sum + outcome.failed, 0);
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
}

async function runStep(step: Step): Promise<Outcome> {
  const begun = Date.now();
  const report = step.report && { ...step.report, path: `${ROOT}${step.report.path}` };
  if (report) discard(report);
  const { succeeded, printed } = await run(step);
  const counts = countsOf(report, succeeded);
  const seconds = ((Date.now() - begun) / 1000).toFixed(1);
  console.log(`${step.name}: ${counts.passed} passed, ${counts.failed} failed (${seconds} s)`);
  if (counts.failed > 0 || (!report && /\bwarnings?\b/.test(printed))) console.log(`${printed.trimEnd()}\n`);
  return { name: step.name, ...counts };
}

async function run(step: Step): Promise<{ succeeded: boolean; printed: string }> {
  const child = spawn(process.execPath, step.command, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  const keep = (chunk: Buffer) => {
    printed += chunk.toString();
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const [code] = await once(child, 'close');
  return { succeeded: code === 0, printed };
}
