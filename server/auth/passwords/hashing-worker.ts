import { type Argon2Parameters, argon2Sync } from 'node:crypto';
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';

/** How much this thread gives way to the one that answers requests, from 0 to 19. */
const NICENESS = 10;

// On Linux a priority is a thread's own; elsewhere it would slow the whole server down.
if (process.platform === 'linux') setPriority(0, NICENESS);

parentPort?.on('message', (parameters: Argon2Parameters) => {
  parentPort?.postMessage(argon2Sync('argon2id', parameters));
});
