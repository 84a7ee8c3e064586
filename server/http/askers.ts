import { MINUTE_MS } from '#domain/time.ts';

/** An address is held back for so long after another one asked, in ms: the next tap of that one must find room. */
const ANOTHER_MS = MINUTE_MS;

/** Remembers the last two addresses that asked, to tell if one is alone. */
export class Askers {
  readonly #now: () => number;
  #last: { address: string; at: number }[] = [];

  /** `now` is a monotonic clock in ms. */
  constructor(now: () => number) {
    this.#now = now;
  }

  note(address: string): void {
    const [latest] = this.#last;
    if (latest?.address === address) latest.at = this.#now();
    else this.#last = [{ address, at: this.#now() }, ...(latest ? [latest] : [])];
  }

  isAlone(address: string): boolean {
    const other = this.#last.find((asker) => asker.address !== address);
    return other === undefined || other.at <= this.#now() - ANOTHER_MS;
  }
}
