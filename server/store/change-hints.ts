import type { Id } from '#domain/ids.ts';
import type { Store, Transaction } from './port.ts';

/** Tells those who listen which households changed: each once for all that happened in a turn of the event loop. */
export class ChangeHints {
  readonly #listeners = new Set<(household: Id) => void>();
  readonly #changed = new Set<Id>();

  on(listener: (household: Id) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  tell(household: Id): void {
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

/** Calls `tell` after each transaction that saved something, once it is durable. */
export function telling(transact: Store['transact'], tell: (household: Id) => void): Store['transact'] {
  return async (household, work) => {
    let saved = false;
    const noting = (transaction: Transaction): Transaction => ({
      ...transaction,
      save: (batch) => {
        saved = true;
        return transaction.save(batch);
      },
    });
    const result = await transact(household, (transaction) => work(noting(transaction)));
    if (saved) tell(household);
    return result;
  };
}

/** Calls `tell` also where an account took its household along: whoever listens to it is to find that out. */
export function tellingGone(
  { accountByUid, deleteAccount }: Pick<Store, 'accountByUid' | 'deleteAccount'>,
  tell: (household: Id) => void,
): Store['deleteAccount'] {
  return async (uid) => {
    const account = await accountByUid(uid);
    await deleteAccount(uid);
    if (account) tell(account.household);
  };
}
