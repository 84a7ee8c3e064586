import { REFUSALS } from '../limits.ts';

/** Spaces the refusals to an address: hundreds of refused requests a second cost their sender time instead of the server. */
export class Refusals {
  readonly #now: () => number;
  readonly #pause: (ms: number) => Promise<unknown>;
  /** By address the turn of its last refusal, in ms. */
  readonly #lastAt = new Map<string, number>();
  #sweptAt = 0;

  constructor(now: () => number, pause: (ms: number) => Promise<unknown>) {
    this.#now = now;
    this.#pause = pause;
  }

  /** Resolves when a refusal may be sent; false if its connection is to be closed instead. */
  async wait(address: string): Promise<boolean> {
    const now = this.#now();
    this.#forgetIdle(now);
    const last = this.#lastAt.get(address) ?? 0;
    const at = Math.max(last, now - REFUSALS.burst * REFUSALS.interval) + REFUSALS.interval;
    const isSent = at - now <= REFUSALS.longest;
    if (isSent) this.#lastAt.set(address, at);
    if (at > now) await this.#pause(Math.min(at - now, REFUSALS.longest));
    return isSent;
  }

  #forgetIdle(now: number): void {
    if (now - this.#sweptAt < REFUSALS.longest) return;
    this.#sweptAt = now;
    for (const [address, at] of this.#lastAt) if (at <= now - REFUSALS.longest) this.#lastAt.delete(address);
  }
}
