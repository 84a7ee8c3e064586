import { DatabaseError } from 'pg';
import { StoreUnavailable } from '../../port.ts';

/**
 * What PostgreSQL says when it cannot answer just now (https://www.postgresql.org/docs/current/errcodes-appendix.html):
 * a connection or a login that fails, no resources, shutting down, a disk that fails, a standby, and waits that ended.
 */
const TEMPORARY = /^(08|28|3D|53|57|58)|^(25006|25P03|25P04|55P03)$/;

/** Two transactions stood in each other's way, and this one was given up: it may be run again. */
const CONFLICT = /^(40001|40P01)$/;

function codeOf(error: unknown): string {
  return error instanceof DatabaseError ? (error.code ?? '') : '';
}

export function isConflict(error: unknown): boolean {
  return CONFLICT.test(codeOf(error));
}

/** True where a row was refused by the unique constraint of that name. */
export function violates(error: unknown, constraint: string): boolean {
  return error instanceof DatabaseError && error.code === '23505' && error.constraint === constraint;
}

/** Turns what the driver throws without the database's word, or with one that passes, into StoreUnavailable. */
export function asStoreError(error: unknown): unknown {
  const isMistake = error instanceof TypeError || error instanceof RangeError;
  const isAnswer = error instanceof DatabaseError && !TEMPORARY.test(codeOf(error));
  if (isMistake || isAnswer || error instanceof StoreUnavailable) return error;
  return new StoreUnavailable('the database could not take the call', { cause: error });
}
