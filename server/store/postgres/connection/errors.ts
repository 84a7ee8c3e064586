import { DatabaseError } from 'pg';
import { StoreUnavailable } from '../../ports/store.ts';

/**
 * The error codes of a database that cannot answer just now: connection or login failed, no resources, shutting down, disk
 * failure, read-only standby, timeouts (https://www.postgresql.org/docs/current/errcodes-appendix.html).
 */
const TEMPORARY = /^(08|28|3D|53|57|58)|^(25006|25P03|25P04|55P03)$/;

/** Serialization failure or deadlock: the transaction may be retried. */
const CONFLICT = /^(40001|40P01)$/;

function codeOf(error: unknown): string {
  return error instanceof DatabaseError ? (error.code ?? '') : '';
}

export function isConflict(error: unknown): boolean {
  return CONFLICT.test(codeOf(error));
}

/** True if a statement waited too long for a lock, which says nothing about the rest of the database. */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof StoreUnavailable && codeOf(error.cause) === '55P03';
}

/** True of a row that is there already, by a unique index. */
export function isDuplicate(error: unknown): boolean {
  return codeOf(error) === '23505';
}

/** Maps errors of the driver, and temporary errors of the database, to StoreUnavailable; returns any other as it is. */
export function asStoreError(error: unknown): unknown {
  const isMistake = error instanceof TypeError || error instanceof RangeError;
  const isAnswer = error instanceof DatabaseError && !TEMPORARY.test(codeOf(error));
  if (isMistake || isAnswer || error instanceof StoreUnavailable) return error;
  return new StoreUnavailable('the database could not take the call', { cause: error });
}
