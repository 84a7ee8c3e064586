import { StoreUnavailable } from '../../port.ts';

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
const SYNC_FAILED = new Set([IO_ERROR | (4 << 8), IO_ERROR | (5 << 8) /* of the folder */]);
/** The shared-memory file could not grow or be mapped: the disk is full, and nothing of the log was touched. */
const SHARED_MEMORY = new Set([IO_ERROR | (19 << 8), IO_ERROR | (21 << 8)]);

function codeOf(error: unknown): number {
  const code = error instanceof Error && 'errcode' in error ? error.errcode : 0;
  return typeof code === 'number' ? code : 0;
}

export function isBusy(error: unknown): boolean {
  return (codeOf(error) & 0xff) === BUSY;
}

/**
 * True where the disk may have dropped what it said it keeps: after a failed sync the page cache can no longer be
 * believed, and only a fresh start reads what is really there (design, section 6).
 */
export function isDiskUntrusted(error: unknown, atCommit: boolean): boolean {
  const code = codeOf(error);
  const isIoError = (code & 0xff) === IO_ERROR && !SHARED_MEMORY.has(code);
  return SYNC_FAILED.has(code) || (atCommit && isIoError);
}

/** Turns what SQLite says of a full, busy or failing disk into StoreUnavailable; anything else stays as it is. */
export function asStoreError(error: unknown): unknown {
  if (!TEMPORARY.has(codeOf(error) & 0xff)) return error;
  return new StoreUnavailable('the database could not take the call', { cause: error });
}
