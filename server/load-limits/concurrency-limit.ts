import type { ServerResponse } from 'node:http';
import { CallError } from '../http/call-error.ts';
import { SLOW_READERS } from './limit-numbers.ts';

export class ConcurrencyLimit {
  readonly #of = new Map<string, number>();
  readonly #each: number;
  readonly #retryAfter: number;

  /** `retryAfter` in seconds. */
  constructor({ each, retryAfter }: { each: number; retryAfter: number }) {
    this.#each = each;
    this.#retryAfter = retryAfter;
  }

  /**
   * Frees the slot when the response closes. Throws 'too-many-requests', for a closed response too,
   * which never fires 'close' again.
   */
  take(caller: string, response: ServerResponse, factor = 1): void {
    const own = this.#of.get(caller) ?? 0;
    if (response.closed || own >= this.#each * factor)
      throw new CallError('too-many-requests', { retryAfter: this.#retryAfter });
    this.#of.set(caller, own + 1);
    response.once('close', () => this.#release(caller));
  }

  #release(caller: string): void {
    const left = (this.#of.get(caller) ?? 1) - 1;
    if (left > 0) this.#of.set(caller, left);
    else this.#of.delete(caller);
  }
}

export function dropStalled(response: ServerResponse): void {
  response.setTimeout(SLOW_READERS.dropAfter, () => response.destroy());
}
