import { type Argon2Parameters, argon2Sync } from 'node:crypto';
import { getPriority, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';

/** From 0 to 19 (lowest). */
const NICENESS = 10;

// Linux alone sets one thread's priority; elsewhere it would slow the whole process. A unit's Nice= may be
// lower already, and only root may raise it.
if (process.platform === 'linux' && getPriority() < NICENESS) setPriority(0, NICENESS);

parentPort?.on('message', (parameters: Argon2Parameters) => {
  parentPort?.postMessage(argon2Sync('argon2id', parameters));
});
