import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Runs the work of each caller one after the other; different callers do not wait for each other. Work that had to wait begins
 * in a turn of the event loop of its own, or all that waits would be one long step.
 */
export class Turns {
  readonly #last = new Map<string, Promise<unknown>>();

  run<T>(caller: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(caller);
    const own = before === undefined ? work() : afterwards(before).then(work);
    this.#last.set(caller, own);
    const forget = () => {
      if (this.#last.get(caller) === own) this.#last.delete(caller);
    };
    own.then(forget, forget);
    return own;
  }
}

async function afterwards(before: Promise<unknown>): Promise<void> {
  await before.catch(() => undefined);
  await nextTurn();
}
