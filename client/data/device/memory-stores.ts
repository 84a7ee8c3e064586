import type { KeyRange } from '#client/data/environment.ts';
import type { HouseholdState } from '#client/data/tap/household-state.ts';
import type { Stores } from './object-stores.ts';
import type { Meta, QueuedTap } from './records.ts';

/**
 * The page's memory in the place of the database, for the work of one transaction. Taps and metadata are read from the
 * state, documents read as absent. Of what is written only the metadata is kept: the caller applies the rest to the state.
 */
export function memoryStores(state: Pick<HouseholdState, 'meta' | 'outbox' | 'refused'>): Stores {
  const meta = {
    ...tapStore([]),
    get: () => resolved(state.meta && { ...state.meta }),
    put: (value: Meta, key: unknown) => {
      if (key === 'device') state.meta = value;
    },
  };
  const stores = {
    meta,
    outbox: tapStore(state.outbox),
    refused: tapStore(state.refused),
    documents: tapStore([]),
    keyRange: { bound: nothing, lowerBound: nothing } as unknown as KeyRange,
  };
  return stores as unknown as Stores;
}

/** The calls that the work makes on an object store; a tap is found by its op. */
function tapStore(taps: readonly Pick<QueuedTap, 'op'>[]) {
  const get = (key: unknown) => resolved(taps.find(({ op }) => op === key));
  const getAll = () => resolved([...taps]);
  const put: (value: never, key: unknown) => void = nothing;
  return { get, getAll, put, delete: nothing, clear: nothing, index: () => ({ get, getAll }) };
}

function nothing(): void {}

function resolved(result: unknown) {
  const request = { result, onsuccess: nothing };
  queueMicrotask(() => request.onsuccess());
  return request;
}
