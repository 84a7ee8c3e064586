/** Does work when it is asked to, never twice at once: asked meanwhile, it does it once more afterwards. */
export class Repeated {
  readonly #work: () => Promise<unknown>;
  readonly #onFailure: (error: unknown) => void;
  #timer: NodeJS.Timeout | undefined;
  #round: Promise<void> | undefined;
  #isAsked = false;
  #isWorking = false;
  isStopped = false;

  constructor(work: () => Promise<unknown>, onFailure: (error: unknown) => void) {
    this.#work = work;
    this.#onFailure = onFailure;
  }

  /** Also does it each time so many ms have passed, unless it is at it then. */
  every(ms: number): this {
    this.#timer = setInterval(() => this.#isWorking || this.ask(), ms).unref();
    return this;
  }

  ask(): void {
    this.#isAsked = true;
    if (!this.#isWorking && !this.isStopped) this.#round = this.#workOn().catch(this.#onFailure);
  }

  /** Resolves when work that is under way has ended; none follows. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.isStopped = true;
    await this.#round;
  }

  async #workOn(): Promise<void> {
    this.#isWorking = true;
    try {
      while (this.#isAsked && !this.isStopped) {
        this.#isAsked = false;
        await this.#work();
      }
    } finally {
      // At once: whoever asks after the last look begins anew.
      this.#isWorking = false;
    }
  }
}
