/** The refusals that an address gets at once, and the pause between those that follow, in ms. */
const AT_ONCE = 10;
const EVERY_MS = 25;
/** A refusal whose turn comes later, in ms, is not sent: after this long its connection is closed. */
const LONGEST_MS = 10_000;

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
    const at = Math.max(last, now - AT_ONCE * EVERY_MS) + EVERY_MS;
    const isSent = at - now <= LONGEST_MS;
    if (isSent) this.#lastAt.set(address, at);
    if (at > now) await this.#pause(Math.min(at - now, LONGEST_MS));
    return isSent;
  }

  #forgetIdle(now: number): void {
    if (now - this.#sweptAt < LONGEST_MS) return;
    this.#sweptAt = now;
    for (const [address, at] of this.#lastAt) if (at <= now - LONGEST_MS) this.#lastAt.delete(address);
  }
}
