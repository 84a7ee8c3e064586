import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * One job per caller at a time. A job that waited begins in its own turn of the event loop, or a
 * long queue would block the process.
 */
export class KeyedQueue {
  readonly #last = new Map<string, Promise<unknown>>();

  /** The caller's next job waits for `rest` too, which must not reject. */
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
