import { type Argon2Parameters, argon2Sync } from 'node:crypto';
import { getPriority, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';

/** Priority below the thread that handles requests, from 0 to 19 (lowest). */
const NICENESS = 10;

// Only on Linux does a priority apply to one thread; elsewhere it would slow down the whole process. A host may have set a lower one
// (Nice= of a unit), and nobody but root may raise it.
if (process.platform === 'linux' && getPriority() < NICENESS) setPriority(0, NICENESS);

parentPort?.on('message', (parameters: Argon2Parameters) => {
  parentPort?.postMessage(argon2Sync('argon2id', parameters));
});
