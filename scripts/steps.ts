import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { ROOT } from './client-build.ts';

export type Step = {
  name: string;
  command: string[];
  /** A test runner's JSON, relative to the repository; without one the step counts as one check. */
  report?: Report;
  env?: Record<string, string>;
};

export type Outcome = Counts & { name: string };

/** In ms, between the dots of a running step. */
const ALIVE = 10_000;

/** Two at a time; goes on after a failure. */
export async function runSteps(steps: Step[]): Promise<Outcome[]> {
  const waiting = [...steps];
  const outcomes: Outcome[] = [];
  let dots = 0;
  const alive = setInterval(() => {
    dots += 1;
    process.stdout.write('.');
  }, ALIVE);
  const work = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const { outcome, lines } = await runStep(step);
      if (dots > 0) console.log();
      dots = 0;
      console.log(lines);
      outcomes.push(outcome);
    }
  };
  await Promise.all([work(), work()]);
  clearInterval(alive);
  return outcomes;
}

export function conclude(outcomes: Outcome[]): void {
  const failing = outcomes.filter(({ failed }) => failed > 0).map(({ name }) => name);
  if (failing.length > 0) console.log(`\nFailed: ${failing.join(', ')}`);
  const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
  const failed = outcomes.reduce((sum, outcome) => sum + outcome.failed, 0);
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
}

async function runStep(step: Step): Promise<{ outcome: Outcome; lines: string }> {
  const begun = Date.now();
  const report = step.report && { ...step.report, path: `${ROOT}${step.report.path}` };
  if (report) discard(report);
  const { succeeded, printed } = await run(step);
  const counts = countsOf(report, succeeded);
  const seconds = ((Date.now() - begun) / 1000).toFixed(1);
  const line = `${step.name}: ${counts.passed} passed, ${counts.failed} failed (${seconds} s)`;
  const isWorthPrinting = counts.failed > 0 || (!report && /\bwarnings?\b/.test(printed));
  return {
    outcome: { name: step.name, ...counts },
    lines: isWorthPrinting ? `${line}\n${printed.trimEnd()}\n` : line,
  };
}

async function run(step: Step): Promise<{ succeeded: boolean; printed: string }> {
  const child = spawn(process.execPath, step.command, {
    cwd: ROOT,
    // Tools that detect CI would print colours into the pipe.
    env: { ...process.env, ...step.env, NO_COLOR: '1', FORCE_COLOR: undefined },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  const keep = (chunk: Buffer) => {
    printed += chunk.toString();
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const [code] = await once(child, 'close');
  return { succeeded: code === 0, printed };
}

export type Counts = { passed: number; failed: number };
export type Report = { path: string; from: 'vitest' | 'playwright' };

type Tally = Counts & { skipped: number };

/** A failure outside any test, a skipped test and a run without tests count as failures. */
export function countsOf(report: Report | undefined, succeeded: boolean): Counts {
  if (report === undefined) return succeeded ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  const { passed, failed, skipped } = read(report);
  const missing = failed + skipped === 0 && (!succeeded || passed === 0) ? 1 : 0;
  return { passed, failed: failed + skipped + missing };
}

export function discard(report: Report): void {
  rmSync(report.path, { force: true });
}

function read({ path, from }: Report): Tally {
  if (!existsSync(path)) return { passed: 0, failed: 0, skipped: 0 };
  const json: unknown = JSON.parse(readFileSync(path, 'utf8'));
  return from === 'vitest' ? vitestTally(json as VitestReport) : playwrightTally(json as PlaywrightReport);
}

type VitestReport = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
};

function vitestTally(report: VitestReport): Tally {
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = report;
  return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests };
}

type PlaywrightReport = { stats: { expected: number; unexpected: number; flaky: number; skipped: number } };

function playwrightTally({ stats }: PlaywrightReport): Tally {
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped };
}
