import type { CallErrorCode } from '#domain/protocol/calls.ts';

/** A failed call to the server: its error code, or 'offline' if no answer came. */
export class CallFailed extends Error {
  override readonly name = 'CallFailed';
  readonly code: CallErrorCode | 'offline';
  readonly field: string | undefined;
  readonly problem: string | undefined;
  /** The seconds after which to try again, if the server said so. */
  readonly retryAfter: number | undefined;

  constructor(
    code: CallErrorCode | 'offline',
    fault: {
      field?: string | undefined;
      problem?: string | undefined;
      retryAfter?: number | undefined;
    } = {},
  ) {
    super(code);
    this.code = code;
    this.field = fault.field;
    this.problem = fault.problem;
    this.retryAfter = fault.retryAfter;
  }
}

/** True for a failed call with this code. */
export function hasCode(error: unknown, code: CallFailed['code']): boolean {
  return error instanceof CallFailed && error.code === code;
}

/** A tap could be stored neither in localStorage nor in IndexedDB. */
export class StorageFailed extends Error {
  override readonly name = 'StorageFailed';
}
