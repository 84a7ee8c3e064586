// Plain JavaScript: to strip types a thread would load a compiler of 20 MB.
import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

const db = new DatabaseSync(workerData, { timeout: 0 });
db.exec('PRAGMA synchronous = FULL');
const checkpoint = db.prepare('PRAGMA wal_checkpoint(PASSIVE)');

parentPort?.on('message', () => parentPort?.postMessage(run()));

/** @returns {import('./checkpoints.ts').CheckpointResult} */
function run() {
  try {
    const { log, checkpointed } = checkpoint.get() ?? {};
    return { log: Number(log), checkpointed: Number(checkpointed) };
  } catch (error) {
    const { message, errcode } = /** @type {Error & { errcode?: number }} */ (error);
    return { message, errcode: errcode ?? 0 };
  }
}
