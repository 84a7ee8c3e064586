import { DatabaseSync } from 'node:sqlite';
import { CannotOpenStore } from '../../port.ts';
import { isBusy } from './errors.ts';

/** How long a start waits for a process that is just ending, in ms. */
const PATIENCE = 500;

/**
 * Takes the data folder for this process alone. The lock is the operating system's, held open on a small database, so
 * that a killed process leaves none behind. Out: how to give it back. Throws CannotOpenStore while another holds it.
 */
export function lockFolder(file: string, folder: string): () => void {
  const db = new DatabaseSync(file, { timeout: PATIENCE });
  try {
    db.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    db.close();
    if (!isBusy(error)) throw error;
    throw new CannotOpenStore(
      `Another Framme is already running on the data in ${folder}. Stop it first, or choose another DATA_DIR.`,
    );
  }
  return () => db.close();
}
