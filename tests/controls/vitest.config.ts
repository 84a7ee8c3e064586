import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    include: ['tests/controls/*.control.ts'],
    isolate: false,
    maxWorkers: 1,
    setupFiles: ['tests/support/vitest/leave-no-traces.ts', 'tests/support/console/fail-on-console.ts'],
  },
});
