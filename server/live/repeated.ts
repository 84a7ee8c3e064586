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
    if (this.#isWorking) return;
    this.#isWorking = true;
    this.#workOn()
      .catch(this.#onFailure)
      .finally(() => {
        this.#isWorking = false;
      });
  }

  async #workOn(): Promise<void> {
    while (this.#isAsked) {
      this.#isAsked = false;
      await this.#work();
    }
  }
}
