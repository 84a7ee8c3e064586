/** Never runs twice at once: calls during a run coalesce into one rerun. */
export class CoalescedTask {
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

  every(ms: number): this {
    this.#timer = setInterval(() => this.#isWorking || this.run(), ms).unref();
    return this;
  }

  run(): void {
    this.#isAsked = true;
    if (!this.#isWorking && !this.isStopped) this.#round = this.#workOn().catch(this.#onFailure);
  }

  /** No further run follows. */
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
      // At once: a `run()` after the last check must start again.
      this.#isWorking = false;
    }
  }
}
