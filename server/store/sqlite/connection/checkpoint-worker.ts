import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

/** The pages in the log after a checkpoint and how many of them are in the database file, or SQLite's result code. */
export type CheckpointResult = { log: number; checkpointed: number } | { message: string; errcode: number };

const db = new DatabaseSync(workerData as string, { timeout: 0 });
db.exec('PRAGMA synchronous = FULL');
const checkpoint = db.prepare('PRAGMA wal_checkpoint(PASSIVE)');

parentPort?.on('message', () => parentPort?.postMessage(run()));

function run(): CheckpointResult {
  try {
    const { log, checkpointed } = checkpoint.get() ?? {};
    return { log: Number(log), checkpointed: Number(checkpointed) };
  } catch (error) {
    const { message, errcode } = error as Error & { errcode?: number };
    return { message, errcode: errcode ?? 0 };
  }
}
