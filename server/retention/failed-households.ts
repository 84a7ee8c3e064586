import type { Id } from '#domain/ids.ts';
import { HOUR_MS } from '#domain/time.ts';
import type { Dependencies } from '../dependencies.ts';
import { StoreUnavailable } from '../store/ports/store.ts';

type Deps = Pick<Dependencies, 'log' | 'now'>;

/** Leaves a household whose data makes the work fail, as damaged documents do, so that it does not stop that of all others. */
export class FailedHouseholds {
  readonly #deps: Deps;
  readonly #until = new Map<Id, number>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Runs work on one household. A failure is logged and returns undefined; throws StoreUnavailable, which concerns all. */
  async attempt<T>(household: Id, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof StoreUnavailable) throw error;
      this.#until.set(household, this.#deps.now() + HOUR_MS);
      // Names no household: framme verify does.
      this.#deps.log.error(
        { error },
        'the retention of a household failed, and is tried again; others go on',
      );
      return undefined;
    }
  }

  /** Returns the households that failed within the last hour. */
  recent(): Id[] {
    for (const [household, until] of this.#until)
      if (until <= this.#deps.now()) this.#until.delete(household);
    return [...this.#until.keys()];
  }
}
