import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { clearConsole, consoleProblems, expectConsoleError } from '#tests/support/console/console-output.ts';

// Runs before the check of the setup file, which would fail these tests.
afterEach(clearConsole);

test('an undeclared console.error is a problem', () => {
  console.error('the %s is down', 'network');
  expect(consoleProblems()).toEqual(['undeclared console.error: the network is down']);
});

test('an undeclared console.warn is a problem', () => {
  console.warn('careful');
  expect(consoleProblems()).toEqual(['undeclared console.warn: careful']);
});

test('a declared console.error is no problem', () => {
  expectConsoleError(/network/);
  console.error('the network is down');
  expect(consoleProblems()).toEqual([]);
});

test('a declared console.error that is never printed is a problem', () => {
  expectConsoleError(/network/);
  expect(consoleProblems()).toEqual(['declared, but never printed: /network/']);
});

test('the setup file fails tests with undeclared output, and files that share a process leave no traces', () => {
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'tests/controls/vitest.config.ts'];
  const run = spawnSync(process.execPath, args, {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    env: { ...process.env, NO_COLOR: '1', GIVEN_TZ: process.env.TZ },
    encoding: 'utf8',
  });
  expect(run.status).toBe(1);
  expect(run.stdout).toMatch(/Tests\s+2 failed \| 3 passed/);
  expect(run.stderr).toContain('nobody waits for this');
});
