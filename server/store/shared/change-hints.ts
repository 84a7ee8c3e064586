import type { Id } from '#domain/ids.ts';
import type { Store, Transaction } from '../ports/store.ts';

type Notify = (household: Id) => void;

/** Tells listeners which households changed, each household once for all changes of a turn of the event loop. */
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

/** Wraps `transact` so that it calls `notify` after each transaction that saved something, once it is durable. */
export function notifyOnSave(transact: Store['transact'], notify: Notify): Store['transact'] {
  return async (household, work) => {
    let isSaved = false;
    const observed = (transaction: Transaction): Transaction => ({
      ...transaction,
      save: (batch) => {
        isSaved = true;
        return transaction.save(batch);
      },
    });
    const result = await transact(household, (transaction) => work(observed(transaction)));
    if (isSaved) notify(household);
    return result;
  };
}

/** Wraps the moves of accounts so that the listeners of both households look again. */
export function notifyOnMove(
  { moveAccount, partAccount }: Pick<Store, 'moveAccount' | 'partAccount'>,
  notify: Notify,
): Pick<Store, 'moveAccount' | 'partAccount'> {
  const notifying =
    <Given extends { from: Id; to: Id }, Result>(move: (given: Given) => Promise<Result>) =>
    async (given: Given) => {
      const result = await move(given);
      for (const household of [given.from, given.to]) notify(household);
      return result;
    };
  return { moveAccount: notifying(moveAccount), partAccount: notifying(partAccount) };
}

/** Wraps `deleteAccount` so that listeners of its household look again and find it deleted. */
export function notifyOnDelete(
  { accountByUid, deleteAccount }: Pick<Store, 'accountByUid' | 'deleteAccount'>,
  notify: Notify,
): Store['deleteAccount'] {
  return async (uid, now) => {
    const account = await accountByUid(uid);
    await deleteAccount(uid, now);
    if (account) notify(account.household);
  };
}
