/** A timer that can be paused and resumed. */
export class Countdown {
  #left: number;
  #started = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #then: () => void;

  constructor(ms: number, then: () => void) {
    this.#left = ms;
    this.#then = then;
  }

  start(): void {
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
