/** Does work when it is asked to, never twice at once: asked meanwhile, it does it once more afterwards. */
export class Repeated {
  readonly #work: () => Promise<void>;
  readonly #onFailure: (error: unknown) => void;
  #isAsked = false;
  #isWorking = false;

  constructor(work: () => Promise<void>, onFailure: (error: unknown) => void) {
    this.#work = work;
    this.#onFailure = onFailure;
  }

  ask(): void {
    this.#isAsked = true;
    if (!this.#isWorking) this.#workOn().catch(this.#onFailure);
  }

  async #workOn(): Promise<void> {
    this.#isWorking = true;
    try {
      while (this.#isAsked) {
        this.#isAsked = false;
        await this.#work();
      }
    } finally {
      // At once: whoever asks after the last look begins anew.
      this.#isWorking = false;
    }
  }
}
