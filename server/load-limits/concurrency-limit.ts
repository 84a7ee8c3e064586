import type { ServerResponse } from 'node:http';
import { CallError } from '../http/call-error.ts';
import { SLOW_READERS } from './limit-numbers.ts';

/** `retryAfter` in seconds. */
export function concurrencyLimit(each: number, retryAfter: number) {
  const open = new Map<string, number>();

  function release(caller: string): void {
    const left = (open.get(caller) ?? 1) - 1;
    if (left > 0) open.set(caller, left);
    else open.delete(caller);
  }

  return {
    /**
     * Frees the slot when the response closes. Throws 'too-many-requests', for a closed response too,
     * which never fires 'close' again.
     */
    take(caller: string, response: ServerResponse, factor = 1): void {
      const own = open.get(caller) ?? 0;
      if (response.closed || own >= each * factor) throw new CallError('too-many-requests', { retryAfter });
      open.set(caller, own + 1);
      response.once('close', () => release(caller));
    },
  };
}

export function dropStalled(response: ServerResponse): void {
  response.setTimeout(SLOW_READERS.dropAfter, () => response.destroy());
}
