import { StoreUnavailable } from '../../ports/store.ts';

/** Result codes of SQLite (https://sqlite.org/rescode.html); the low byte of an extended code is its family. */
const BUSY = 5;
const IO_ERROR = 10;
const TEMPORARY = new Set([
  BUSY,
  6 /* locked */,
  7 /* memory */,
  8 /* read-only */,
  IO_ERROR,
  13 /* full */,
  14,
]);
const WRITE_FAILED = IO_ERROR | (3 << 8);
const SYNC_FAILED = new Set([IO_ERROR | (4 << 8), IO_ERROR | (5 << 8) /* of the folder */]);
/** The shared-memory file could not grow or be mapped: the disk is full, and the log is intact. */
const SHARED_MEMORY = new Set([IO_ERROR | (19 << 8), IO_ERROR | (21 << 8)]);

function codeOf(error: unknown): number {
  const code = error instanceof Error && 'errcode' in error ? error.errcode : 0;
  return typeof code === 'number' ? code : 0;
}

export function isBusy(error: unknown): boolean {
  return (codeOf(error) & 0xff) === BUSY;
}

export function isFull(error: unknown): boolean {
  return (codeOf(error) & 0xff) === 13;
}

/** True of a row that is there already, by a unique index or its primary key. */
export function isDuplicate(error: unknown): boolean {
  return [19 | (8 << 8), 19 | (6 << 8)].includes(codeOf(error));
}

/** True of rows that contradict each other, as by a unique index. */
export function isContradicted(error: unknown): boolean {
  return (codeOf(error) & 0xff) === 19;
}

/** Returns the reason for which a disk took nothing, as words after its name; undefined of any other error. */
export function unwritableDisk(error: unknown): string | undefined {
  const code = codeOf(error);
  if (isFull(error) || SHARED_MEMORY.has(code)) return 'is full';
  // SQLite tells a quota and a broken disk alike.
  return code === WRITE_FAILED ? 'takes no more: it is over a quota, or broken' : undefined;
}

/** True of a file that is damaged, or no database. */
export function isDamaged(error: unknown): boolean {
  const family = codeOf(error) & 0xff;
  return family === 11 || family === 26;
}

/**
 * True if the disk may have lost data that it acknowledged: after a failed sync the page cache cannot be trusted, and only
 * a restart reads what is really on disk.
 */
export function isDiskUntrusted(error: unknown, atCommit: boolean): boolean {
  const code = codeOf(error);
  const isIoError = (code & 0xff) === IO_ERROR && !SHARED_MEMORY.has(code);
  return SYNC_FAILED.has(code) || (atCommit && isIoError);
}

/** Maps SQLite's errors of a full, busy or failing disk to StoreUnavailable; returns any other error as it is. */
export function asStoreError(error: unknown): unknown {
  if (!TEMPORARY.has(codeOf(error) & 0xff)) return error;
  return new StoreUnavailable('the database could not take the call', { cause: error });
}
