/** Runs the work of each caller one after the other; different callers do not wait for each other. */
export class Turns {
  readonly #last = new Map<string, Promise<unknown>>();

  run<T>(caller: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(caller);
    const own = before === undefined ? work() : before.then(work, work);
    this.#last.set(caller, own);
    const forget = () => {
      if (this.#last.get(caller) === own) this.#last.delete(caller);
    };
    own.then(forget, forget);
    return own;
  }
}
