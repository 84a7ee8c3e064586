import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Runs the work of each caller one after the other; different callers do not wait for each other. Work that had to wait begins
 * in a turn of the event loop of its own, or all that waits would be one long step.
 */
export class Turns {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Resolves with the result of `work`; the next of the caller waits for the end of `rest` too, which must not reject. */
  run<T>(caller: string, work: () => Promise<T>, rest?: () => Promise<unknown>): Promise<T> {
    const before = this.#last.get(caller);
    const own = before === undefined ? work() : afterwards(before).then(work);
    const over = rest === undefined ? own : own.then(rest, rest);
    this.#last.set(caller, over);
    const forget = () => {
      if (this.#last.get(caller) === over) this.#last.delete(caller);
    };
    over.then(forget, forget);
    return own;
  }
}

async function afterwards(before: Promise<unknown>): Promise<void> {
  await before.catch(() => undefined);
  await nextTurn();
}
