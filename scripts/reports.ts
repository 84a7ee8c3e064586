import { existsSync, readFileSync, rmSync } from 'node:fs';

export type Counts = { passed: number; failed: number };
export type Report = { path: string; from: 'vitest' | 'playwright' };

type Tally = Counts & { skipped: number };

/**
 * Counts the results of a step. A failure outside any test, a skipped test and a run without tests count as
 * failures.
 */
export function countsOf(report: Report | undefined, succeeded: boolean): Counts {
  if (report === undefined) return succeeded ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  const { passed, failed, skipped } = read(report);
  const missing = failed + skipped === 0 && (!succeeded || passed === 0) ? 1 : 0;
  return { passed, failed: failed + skipped + missing };
}

/** Deletes the report of an earlier run. */
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
