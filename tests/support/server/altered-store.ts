import type { Dependencies } from '#server/dependencies.ts';
import type { Store, Transaction } from '#server/store/ports/store.ts';
import type { AppOptions } from './app.ts';

/** The options of an app some calls of whose store are other ones. */
export const withCalls = (
  other: (store: Store) => Partial<Store>,
  rest?: Partial<Dependencies>,
): AppOptions => ({
  change: ({ store }) => ({ ...rest, store: { ...store, ...other(store) } }),
});

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
