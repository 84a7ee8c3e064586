import type { ServerResponse } from 'node:http';
import { CallError } from './call-error.ts';

/** Limits how many replies are in the making, for each of a kind of caller. */
export class Slots {
  readonly #of = new Map<string, number>();
  readonly #each: number;
  readonly #retryAfter: number;

  /** `retryAfter`: what the refused are told, in seconds. */
  constructor({ each, retryAfter }: { each: number; retryAfter: number }) {
    this.#each = each;
    this.#retryAfter = retryAfter;
  }

  /**
   * Takes a slot of the caller, who has `factor` times as many as others, until the response has been sent or its connection is gone. Throws 'too-many-requests', to nobody if the
   * connection is gone already: it will not close a second time, and the slot would stay taken.
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

/** Drops a reader that takes nothing for this long, in ms, so that a stalled one holds no slot. */
const STALLED_MS = 60_000;

export function dropStalled(response: ServerResponse): void {
  response.setTimeout(STALLED_MS, () => response.destroy());
}
