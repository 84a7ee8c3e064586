/**
 * Lets the works of one household run one after the other: a busy family waits here for itself, and not with many
 * connections for one lock while other families get none.
 */
export class Turns {
  readonly #last = new Map<string, Promise<void>>();

  /** Resolves and rejects as `work` does, which begins when those before it have ended. */
  take<T>(household: string, work: () => Promise<T>): Promise<T> {
    const result = (this.#last.get(household) ?? Promise.resolve()).then(work);
    const ended = result.then(ignore, ignore).then(() => {
      if (this.#last.get(household) === ended) this.#last.delete(household);
    });
    this.#last.set(household, ended);
    return result;
  }
}

function ignore(): void {}
