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
          include: ['server/**/*.test.ts', 'tests/{integration,model}/*.test.ts'],
          exclude: ['server/store/postgres/**'],
          globalSetup: ['tests/support/server/build-client.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          // All server tests again, on PostgreSQL.
          include: [
            'server/{auth,export,live,notices,retention,sync,store/postgres}/**/*.test.ts',
            'server/http/hostile-requests.test.ts',
          ],
          env: { TEST_STORE: 'postgres' },
          globalSetup: ['tests/support/postgres/global-setup.ts'],
        },
      },
    ],
    environment: 'node',
    setupFiles: ['tests/support/console/fail-on-console.ts'],
    // A run without tests proves nothing.
    passWithNoTests: false,
    dangerouslyIgnoreUnhandledErrors: false,
    // Generous for slow or busy machines; waiting ends as soon as the condition holds.
    testTimeout: 120_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    // Many tests wait for a clock or a server, not for the processor.
    maxWorkers: '100%',
  },
});
