import { StoreUnavailable } from '../../ports/store.ts';

/** https://sqlite.org/rescode.html; the low byte of an extended code is its family. */
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
/** Cannot grow or be mapped: the disk is full, and the log is intact. */
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

export function isDuplicate(error: unknown): boolean {
  return [19 | (8 << 8), 19 | (6 << 8)].includes(codeOf(error));
}

export function isContradicted(error: unknown): boolean {
  return (codeOf(error) & 0xff) === 19;
}

/** Words that follow the disk's name. */
export function unwritableDisk(error: unknown): string | undefined {
  const code = codeOf(error);
  if (isFull(error) || SHARED_MEMORY.has(code)) return 'is full';
  // SQLite does not distinguish a quota from a broken disk.
  return code === WRITE_FAILED ? 'takes no more: it is over a quota, or broken' : undefined;
}

/** Damaged, or no database. */
export function isDamaged(error: unknown): boolean {
  const family = codeOf(error) & 0xff;
  return family === 11 || family === 26;
}

/**
 * The disk may have lost acknowledged data: after a failed sync only a restart reads what is really on it.
 */
export function isDiskUntrusted(error: unknown, atCommit: boolean): boolean {
  const code = codeOf(error);
  const isIoError = (code & 0xff) === IO_ERROR && !SHARED_MEMORY.has(code);
  return SYNC_FAILED.has(code) || (atCommit && isIoError);
}

/** Other errors stay as they are. */
export function asStoreError(error: unknown): unknown {
  if (!TEMPORARY.has(codeOf(error) & 0xff)) return error;
  return new StoreUnavailable('the database could not take the call', { cause: error });
}
