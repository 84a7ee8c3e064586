import { DatabaseSync } from 'node:sqlite';
import { CannotOpenStore } from '../../port.ts';
import { keepPrivate } from './connection.ts';
import { isBusy } from './errors.ts';

/** The wait for a process that is just ending. */
const LOCK_WAIT_MS = 500;

/**
 * Locks the data folder for this process. Returns the function that unlocks it. Throws CannotOpenStore while another
 * process holds it. The lock is the operating system's, on a small open database: a killed process leaves none behind.
 */
export function lockFolder(file: string, folder: string): () => void {
  keepPrivate(file);
  const db = new DatabaseSync(file, { timeout: LOCK_WAIT_MS });
  try {
    db.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    db.close();
    if (!isBusy(error)) throw error;
    throw new CannotOpenStore(
      `Another Framme is already running with the data folder ${folder}. Stop it, or set another DATA_DIR.`,
    );
  }
  return () => db.close();
}
