import type { Id } from '#domain/ids.ts';
import type { Store, Transaction } from '../ports/store.ts';

type Notify = (household: Id) => void;

/** Once per household for all changes in a turn of the event loop. */
export class ChangeHints {
  readonly #listeners = new Set<Notify>();
  readonly #changed = new Set<Id>();

  on(listener: Notify): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  notify(household: Id): void {
    if (this.#listeners.size === 0) return;
    if (this.#changed.size === 0) setImmediate(() => this.#flush());
    this.#changed.add(household);
  }

  #flush(): void {
    const households = [...this.#changed];
    this.#changed.clear();
    for (const household of households) for (const listener of this.#listeners) listener(household);
  }
}

type Hinting = Pick<Store, 'transact' | 'moveAccount' | 'moveToNewHousehold' | 'deleteAccount'>;

/** Notifies once a change is durable. */
export function withHints(calls: Hinting & Pick<Store, 'accountByUid'>, notify: Notify): Hinting {
  const moving =
    <Given extends { from: Id; to: Id }, Result>(move: (given: Given) => Promise<Result>) =>
    async (given: Given) => {
      const result = await move(given);
      for (const household of [given.from, given.to]) notify(household);
      return result;
    };
  return {
    async transact(household, work) {
      let isSaved = false;
      const observed = (transaction: Transaction): Transaction => ({
        ...transaction,
        save: (batch) => {
          isSaved = true;
          return transaction.save(batch);
        },
      });
      const result = await calls.transact(household, (transaction) => work(observed(transaction)));
      if (isSaved) notify(household);
      return result;
    },
    moveAccount: moving(calls.moveAccount),
    moveToNewHousehold: moving(calls.moveToNewHousehold),
    // Listeners check again, and find it deleted.
    async deleteAccount(uid, now) {
      const account = await calls.accountByUid(uid);
      await calls.deleteAccount(uid, now);
      if (account) notify(account.household);
    },
  };
}
