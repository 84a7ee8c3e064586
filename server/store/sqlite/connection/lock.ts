import { accessSync, constants } from 'node:fs';
import { resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { makeFolder } from '../../../process/files.ts';
import { CannotOpenStore } from '../../ports/store.ts';
import { keepPrivate, refuseOther } from './connection.ts';
import { isBusy } from './errors.ts';

/** The wait for a process that is just ending. */
const LOCK_WAIT_MS = 500;

/** Makes the data folder if it is missing. Throws CannotOpenStore if this user cannot write to it. */
export function requireFolder(folder: string): void {
  try {
    makeFolder(folder);
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? ` (${error.code})` : '';
    throw new CannotOpenStore(
      `Framme cannot write to the data folder ${resolve(folder)}${reason}. Grant write access, or set another DATA_DIR.`,
    );
  }
}

/**
 * Locks the data folder for this process. Returns the function that unlocks it. Throws CannotOpenStore while another
 * process holds it. The lock is the operating system's, on a small open database: a killed process leaves none behind.
 */
export function lockFolder(file: string, folder: string): () => void {
  refuseOther(file);
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
