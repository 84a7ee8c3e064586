import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** npm test; without it everything runs, as in npm run test:full. */
const isShort = process.env.TESTS === 'short';

/** Take 10 to 50 s a file. */
const LONG =
  /\/tests\/(integration|model|contract\/crossing)|\/server\/(main|store\/postgres\/(moving\/move|backup\/dump|connection\/(broken-connections|hosts)))\./;

/** Starts the longest files first, so that the run does not wait for one of them at its end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => LONG.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

const MEMORY = 'tests/support/vitest/memory-folder.ts';

/** PostgreSQL's own code, and what depends on how it lets transactions meet. */
const OWN_SQL = [
  'server/{retention,store/postgres,sync}/**/*.test.ts',
  'tests/contract/!(server-writes).test.ts',
  'server/auth/concurrent-changes.test.ts',
  'server/export/{delete-account,exports-at-once}.test.ts',
];

/** The server's other tests in which requests or households meet in the store, once more on the other one. */
const BY_THE_STORE = [
  'server/{following,live,metrics,notices,parents,push}/**/*.test.ts',
  'server/auth/{registration,passkeys/*}.test.ts',
  'server/auth/endpoints/{account-email,recover,register}.test.ts',
  'server/links/{dead-links,link-holder-writes}.test.ts',
  'server/export/{account-part,export}.test.ts',
  'server/http/hostile-requests.test.ts',
  'tests/contract/server-writes.test.ts',
];

export default defineConfig({
  // tsconfig.client.json leaves JSX as it is: only then does the compiler check what fragments hold.
  oxc: { jsx: { runtime: 'automatic' } },
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
          include: ['{server,bench}/**/*.test.ts', 'tests/{contract,integration,model}/**/*.test.ts'],
          exclude: ['server/store/postgres/**'],
          globalSetup: [MEMORY, 'tests/support/server/build-client.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: [...OWN_SQL, ...(isShort ? [] : BY_THE_STORE)],
          // These open no store, or SQLite's alone.
          exclude: [
            'server/load-limits/address-groups.test.ts',
            'server/push/{encrypt,hosting,alert-text,seeded-runs,sender,vapid}.test.ts',
            'server/retention/retention-worker.test.ts',
          ],
          env: { TEST_STORE: 'postgres' },
          globalSetup: [MEMORY, 'tests/support/postgres/global-setup.ts'],
        },
      },
    ],
    environment: 'node',
    // A process and its modules serve many files: half the work.
    isolate: false,
    setupFiles: ['tests/support/vitest/leave-no-traces.ts', 'tests/support/console/fail-on-console.ts'],
    // A run without tests proves nothing.
    passWithNoTests: false,
    dangerouslyIgnoreUnhandledErrors: false,
    // Generous for slow or busy machines; waiting ends as soon as the condition holds.
    testTimeout: 120_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    sequence: { sequencer: LongestFirst },
    // More than there are cores: many tests wait for a clock, a server or a database.
    maxWorkers: availableParallelism() + 2,
  },
});
