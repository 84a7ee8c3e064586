import type { CallErrorCode } from '#domain/protocol/calls.ts';

/** A failed call to the server: its error code, or 'offline' if no answer came. */
export class CallFailed extends Error {
  override readonly name = 'CallFailed';
  readonly code: CallErrorCode | 'offline';
  readonly field?: string | undefined;
  readonly problem?: string | undefined;
  /** The seconds after which to try again, if the server said so. */
  readonly retryAfter?: number | undefined;
  /**
   * Of 'not-signed-in': 'ended' if the session was ended on purpose, elsewhere. Of 'offline', if something answered in the
   * server's place: 'gateway' with an error of its own (5xx), 'intercepted' with anything else.
   */
  readonly reason?: string | undefined;

  constructor(
    code: CallFailed['code'],
    fault: Pick<CallFailed, 'field' | 'problem' | 'retryAfter' | 'reason'> = {},
  ) {
    super(code);
    Object.assign(this, fault);
    this.code = code;
  }
}

/** True for a failed call with this code. */
export function hasCode(error: unknown, code: CallFailed['code']): boolean {
  return error instanceof CallFailed && error.code === code;
}

/**
 * The cause of a failed exchange: no answer, an answer of something else in the server's place, or an error of the server or of
 * a proxy before it.
 */
export function causeOf(error: unknown): 'network' | 'intercepted' | 'server' {
  const reason = error instanceof CallFailed ? error.reason : undefined;
  if (reason === 'intercepted') return 'intercepted';
  return hasCode(error, 'offline') && reason !== 'gateway' ? 'network' : 'server';
}

/** True if the session was ended on purpose: signed out from the list of devices, or the password was changed. */
export function isEndedOnPurpose(error: unknown): boolean {
  return error instanceof CallFailed && error.code === 'not-signed-in' && error.reason === 'ended';
}

/** A tap could be stored neither in localStorage nor in IndexedDB. */
export class StorageFailed extends Error {
  override readonly name = 'StorageFailed';
}

/** Ignores the failure of work that is tried again at the next occasion. */
export function inBackground(work: Promise<void>): void {
  work.catch(() => undefined);
}

/**
 * True if the script whose import failed with this error can be fetched now, or is gone because the server was upgraded: then
 * a reload helps. Chromium until 155 and Firefox remember a
 * failure as long as the page is open (whatwg/html#6768), and name the script; Safari does neither.
 */
export async function scriptIsBack(error: unknown): Promise<boolean> {
  const [address] = /https?:\S+\.js/.exec(String(error)) ?? [];
  if (address === undefined) return false;
  return fetch(address, { cache: 'reload' }).then(
    ({ ok, status }) => ok || status === 404,
    () => false,
  );
}
