import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{domain,client,scripts}/**/*.test.{ts,tsx}', 'tests/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: ['server/**/*.test.ts', 'tests/integration/*.test.ts'],
          globalSetup: ['tests/support/postgres-server.ts'],
        },
      },
    ],
    environment: 'node',
    setupFiles: ['tests/support/quiet-console.ts'],
    // A run that finds no test proves nothing.
    passWithNoTests: false,
    dangerouslyIgnoreUnhandledErrors: false,
    testTimeout: 20_000,
  },
});
