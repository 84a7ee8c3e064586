/**
 * A serial queue for each household: the calls of a busy household wait for each other here, instead of occupying many
 * connections that wait for one row lock while other households get none.
 */
export class SerialQueues {
  readonly #last = new Map<string, Promise<void>>();

  /** Runs `work` after all earlier work under the same key has ended; settles as `work` does. */
  run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const result = (this.#last.get(key) ?? Promise.resolve()).then(work);
    const ended = result.then(ignore, ignore).then(() => {
      if (this.#last.get(key) === ended) this.#last.delete(key);
    });
    this.#last.set(key, ended);
    return result;
  }
}

function ignore(): void {}
