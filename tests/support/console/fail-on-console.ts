import { formatWithOptions } from 'node:util';
import { afterEach, beforeEach } from 'vitest';
import { clearConsole, consoleProblems, recordLine } from './console-output.ts';

// Vitest itself fails the run on an unhandled rejection.
for (const method of ['error', 'warn'] as const) {
  console[method] = (...parts: unknown[]) => {
    recordLine({ method, text: formatWithOptions({ colors: false }, ...parts) });
  };
}

beforeEach(clearConsole);

afterEach(() => {
  const unsettled = consoleProblems();
  clearConsole();
  if (unsettled.length > 0) throw new Error(unsettled.join('\n'));
});
