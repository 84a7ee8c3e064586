import { type Defence, guarded } from './defence.ts';

const MAIN = 'server/main.test.ts';
const SHUTDOWN = 'server/process/shutdown.ts';
const STUCK = 'server/process/shutdown.test.ts';

/** Restarts: nothing that a proxy sends meanwhile is lost. */
export const restartDefences: readonly Defence[] = [
  guarded(
    'a connection that was taken just before the end is answered',
    [SHUTDOWN, '  await pause(lastTaken);\n', ''],
    [STUCK, 'a connection that was taken just before the end gets its answer'],
  ),
  guarded(
    'a shutdown cuts off requests that never arrive',
    [SHUTDOWN, '    app.server.closeAllConnections();\n', '    app.server.closeIdleConnections();\n'],
    [STUCK, 'a request that never arrives whole is cut off at a shutdown'],
  ),
  guarded(
    'a shutdown has a bound',
    [
      SHUTDOWN,
      'Promise.race([shutDown(running, times), endLate(running, times)])',
      'shutDown(running, times)',
    ],
    [STUCK, 'a server whose store never closes ends all the same'],
  ),
  {
    name: 'a server ends though its database has fallen silent',
    patch: [
      {
        file: 'server/store/postgres/shared-change-hints.ts',
        from: 'END_TIMEOUT_MS = 1000',
        to: 'END_TIMEOUT_MS = 999_999',
      },
    ],
    guard: {
      project: 'postgres',
      file: 'server/store/postgres/silent-database.test.ts',
      test: 'a store closes though its database has fallen silent',
    },
  },
  guarded(
    'a server whose socket outlives it stays ready until it ends',
    ['server/http/health.ts', 'stopping?.aborted && !isSocketKept', 'stopping?.aborted'],
    [MAIN, 'a server takes the socket that outlives it, in which connections wait for the next one'],
  ),
  guarded(
    'a server that is told to stop is unready first',
    ['server/http/health.ts', 'stopping?.aborted && !isSocketKept', 'isSocketKept'],
    [MAIN, 'a server that is told to stop says so first, and answers for the time that it is given'],
  ),
];
