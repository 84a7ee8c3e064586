import type { CallErrorCode } from '#domain/protocol/calls.ts';

/** A failed call: the server's error code, or 'offline' if no answer came. */
export class CallFailed extends Error {
  override readonly name = 'CallFailed';
  readonly code: CallErrorCode | 'offline';
  readonly field?: string | undefined;
  readonly problem?: string | undefined;
  /** In seconds. */
  readonly retryAfter?: number | undefined;
  /**
   * For 'not-signed-in': 'ended' if ended on purpose elsewhere. For 'offline': 'gateway' if a proxy answered
   * 5xx, 'intercepted' if it answered anything else.
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

export function hasCode(error: unknown, code: CallFailed['code']): boolean {
  return error instanceof CallFailed && error.code === code;
}

/** 'server' includes a proxy's 5xx. */
export function causeOf(error: unknown): 'network' | 'intercepted' | 'server' {
  const reason = error instanceof CallFailed ? error.reason : undefined;
  if (reason === 'intercepted') return 'intercepted';
  return hasCode(error, 'offline') && reason !== 'gateway' ? 'network' : 'server';
}

/** On purpose: signed out from the list of devices, or the password was changed. */
export function isEndedOnPurpose(error: unknown): boolean {
  return error instanceof CallFailed && error.code === 'not-signed-in' && error.reason === 'ended';
}

export class WebAuthnError extends Error {
  override readonly name = 'WebAuthnError';
  readonly reason: 'cancelled' | 'late' | 'known-here' | 'unsupported' | 'failed';

  constructor(reason: WebAuthnError['reason']) {
    super(reason);
    this.reason = reason;
  }
}

/** A tap could be stored neither in localStorage nor in IndexedDB. */
export class StorageFailed extends Error {
  override readonly name = 'StorageFailed';
}

/** Ignores failures: the next occasion retries. */
export function inBackground(work: Promise<void>): void {
  work.catch(() => undefined);
}

/**
 * Resolves to true if a reload helps: the script is back, or an upgrade removed it (404). Chromium until 155
 * and Firefox cache a failed import (whatwg/html#6768); Safari does not, and names no script.
 */
export async function scriptIsBack(error: unknown): Promise<boolean> {
  const [address] = /https?:\S+\.js/.exec(String(error)) ?? [];
  if (address === undefined) return false;
  return fetch(address, { cache: 'reload' }).then(
    ({ ok, status }) => ok || status === 404,
    () => false,
  );
}
