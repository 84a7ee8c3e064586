import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { countsOf, type Report } from './steps.ts';

const folder = mkdtempSync(join(tmpdir(), 'framme-reports-'));

function vitestReport(numPassedTests: number, numFailedTests = 0, numPendingTests = 0): Report {
  const path = join(folder, 'vitest.json');
  writeFileSync(path, JSON.stringify({ numPassedTests, numFailedTests, numPendingTests, numTodoTests: 0 }));
  return { path, from: 'vitest' };
}

function playwrightReport(expected: number, unexpected = 0, flaky = 0, skipped = 0): Report {
  const path = join(folder, 'playwright.json');
  writeFileSync(path, JSON.stringify({ stats: { expected, unexpected, flaky, skipped } }));
  return { path, from: 'playwright' };
}

test('a step without a report counts as one', () => {
  expect(countsOf(undefined, true)).toEqual({ passed: 1, failed: 0 });
  expect(countsOf(undefined, false)).toEqual({ passed: 0, failed: 1 });
});

test('a step with a report counts each of its tests', () => {
  expect(countsOf(vitestReport(12), true)).toEqual({ passed: 12, failed: 0 });
  expect(countsOf(vitestReport(10, 2), false)).toEqual({ passed: 10, failed: 2 });
  expect(countsOf(playwrightReport(5, 1, 1), false)).toEqual({ passed: 5, failed: 2 });
});

describe('counted as a failure', () => {
  test('no test at all', () => {
    expect(countsOf(vitestReport(0), true)).toEqual({ passed: 0, failed: 1 });
    expect(countsOf(playwrightReport(0), true)).toEqual({ passed: 0, failed: 1 });
  });

  test('no report', () => {
    expect(countsOf({ path: join(folder, 'none.json'), from: 'vitest' }, true)).toEqual({
      passed: 0,
      failed: 1,
    });
  });

  test('a skipped test', () => {
    expect(countsOf(vitestReport(3, 0, 2), true)).toEqual({ passed: 3, failed: 2 });
    expect(countsOf(playwrightReport(3, 0, 0, 1), true)).toEqual({ passed: 3, failed: 1 });
  });

  test('a runner that failed while all its tests passed', () => {
    expect(countsOf(vitestReport(3), false)).toEqual({ passed: 3, failed: 1 });
  });
});
