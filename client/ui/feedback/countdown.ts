/** A timer that can be paused and goes on where it stopped. */
export class Countdown {
  #left: number;
  #started = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #then: () => void;

  constructor(ms: number, then: () => void) {
    this.#left = ms;
    this.#then = then;
  }

  go(): void {
    if (this.#timer !== undefined) return;
    this.#started = performance.now();
    this.#timer = setTimeout(this.#then, this.#left);
  }

  pause(): void {
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#left -= performance.now() - this.#started;
  }
}
