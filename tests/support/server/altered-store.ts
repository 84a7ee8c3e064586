import type { Store, Transaction } from '#server/store/ports/store.ts';

/** Returns a store with altered transactions, for controls and faults. */
export function alteredStore(store: Store, alter: (transaction: Transaction) => Transaction): Store {
  return {
    ...store,
    transact: (household, work) => store.transact(household, (transaction) => work(alter(transaction))),
  };
}

/** A control: a transaction without deduplication. It forgets applied ops and the devices' sequences. */
export function withoutDeduplication(transaction: Transaction): Transaction {
  return {
    ...transaction,
    begin: async (device, ops) => ({
      ...(await transaction.begin(device, ops)),
      lastSequence: 0,
      outcomes: new Map(),
    }),
    save: (batch) => transaction.save({ ...batch, outcomes: [] }),
  };
}
