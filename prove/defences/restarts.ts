import { type Defence, guarded } from './defence.ts';

const MAIN = 'server/main.test.ts';

/** Restarts: nothing that a proxy sends meanwhile is lost. */
export const restartDefences: readonly Defence[] = [
  guarded(
    'a connection that was taken just before the end is answered',
    ['server/process/shutdown.ts', '  await pause(LAST_TAKEN_MS);\n', ''],
    [MAIN, 'a connection that was taken just before the end gets its answer'],
  ),
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
