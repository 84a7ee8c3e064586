import { accessSync, constants, existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isWithheld, makeFolder } from '../../../process/files.ts';
import { movedAway } from '../../ports/moving.ts';
import { CannotOpenStore } from '../../ports/store.ts';
import { keepPrivate, refuseOther } from './connection.ts';
import { isBusy } from './errors.ts';

/** Throws CannotOpenStore if there is none, or the folder is unreadable. */
export function databaseIn(folder: string): string {
  const file = join(folder, 'framme.db');
  if (isWithheld(folder))
    throw new CannotOpenStore(
      `This user may not read the data folder ${resolve(folder)}. Run this as the user of the server.`,
    );
  if (existsSync(file)) return file;
  throw new CannotOpenStore(
    `There is no database in ${resolve(folder)}. Run this command where the server runs, with the same DATA_DIR.`,
  );
}

export function movedAwayMark(folder: string): string {
  return join(folder, 'framme.moved');
}

export function movedAwayWarning(folder: string): string | undefined {
  const mark = movedAwayMark(folder);
  return existsSync(mark) ? movedAway(`rm ${resolve(mark)}`) : undefined;
}

/** Renamed when it is whole. */
export function unfinishedMove(file: string): string {
  return `${file}.moving`;
}

/** Throws CannotOpenStore: a start would create an empty database where a move has not ended. */
export function refuseUnfinishedMove(file: string): void {
  const unfinished = unfinishedMove(file);
  if (existsSync(file) || !existsSync(unfinished)) return;
  throw new CannotOpenStore(
    `A move to this folder did not end, and the data is not in it (${resolve(unfinished)}). Run the move again, then start ` +
      'Framme. To begin without that data, delete that file.',
  );
}

/** For a process that is just ending. */
const LOCK_WAIT_MS = 500;

/** Creates the folder. Throws CannotOpenStore if this user cannot write to it. */
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
 * An operating system's lock on a small database, so a killed process leaves none; the result unlocks. Throws
 * CannotOpenStore if another process holds it.
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

/** Takes and changes nothing. */
export function isFolderLocked(folder: string): boolean {
  const file = join(folder, 'framme.lock');
  if (!existsSync(file) || isWithheld(file)) return false;
  const db = new DatabaseSync(file, { readOnly: true, timeout: 0 });
  try {
    db.prepare('SELECT count(*) FROM sqlite_schema').get();
    return false;
  } catch (error) {
    return isBusy(error);
  } finally {
    db.close();
  }
}
