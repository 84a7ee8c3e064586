import { DatabaseError } from 'pg';
import { StoreUnavailable } from '../../ports/store.ts';

/**
 * Failed connection or login, no resources, shutdown, disk failure, read-only standby, timeouts
 * (https://www.postgresql.org/docs/current/errcodes-appendix.html).
 */
const TEMPORARY = /^(08|28|3D|53|57|58)|^(25006|25P03|25P04|55P03)$/;

/** Serialization failure or deadlock. */
const CONFLICT = /^(40001|40P01)$/;

function codeOf(error: unknown): string {
  return error instanceof DatabaseError ? (error.code ?? '') : '';
}

export function isConflict(error: unknown): boolean {
  return CONFLICT.test(codeOf(error));
}

/** Says nothing about the rest of the database. */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof StoreUnavailable && codeOf(error.cause) === '55P03';
}

export function isDuplicate(error: unknown): boolean {
  return codeOf(error) === '23505';
}

/** The driver's errors and temporary ones; others stay as they are. */
export function asStoreError(error: unknown): unknown {
  const isMistake = error instanceof TypeError || error instanceof RangeError;
  const isAnswer = error instanceof DatabaseError && !TEMPORARY.test(codeOf(error));
  if (isMistake || isAnswer || error instanceof StoreUnavailable) return error;
  return new StoreUnavailable('the database could not take the call', { cause: error });
}
