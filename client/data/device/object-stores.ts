import type { KeyRange } from '#client/data/environment.ts';
import type { Id } from '#domain/ids.ts';

export const STORES = ['meta', 'outbox', 'refused', 'documents'] as const;

/** The object stores of one transaction, and the key range constructor. */
export type Stores = Record<(typeof STORES)[number], IDBObjectStore> & { keyRange: KeyRange };

/** Creates the object stores and indexes of a new database. */
export function createStores(database: IDBDatabase): void {
  database.createObjectStore('meta');
  database.createObjectStore('outbox', { keyPath: 'sequence' }).createIndex('op', 'op', { unique: true });
  database.createObjectStore('refused', { keyPath: 'op' });
  const documents = database.createObjectStore('documents', { keyPath: 'path' });
  documents.createIndex('stamp', 'stamp');
  documents.createIndex('first', 'first');
  documents.createIndex('age', 'age');
}

/** Resolves to the result of a request. */
export function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Resolves once the transaction has completed. */
export function completed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('the transaction was aborted'));
  });
}

export function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch {
    // It has already finished.
  }
}

export function storesOf(transaction: IDBTransaction, keyRange: KeyRange | undefined): Stores {
  if (!keyRange) throw new Error('this browser forbids storage');
  const stores = STORES.map((name) => [name, transaction.objectStore(name)]);
  return { ...Object.fromEntries(stores), keyRange };
}

/** A page’s knowledge of its database: the metadata, and the taps of outbox and refused list. */
interface Memory {
  meta: object | undefined;
  readonly outbox: readonly { op: Id }[];
  readonly refused: readonly { op: Id }[];
}

/**
 * The page's memory in the place of the database, for the work of one transaction. Taps and metadata are read from the
 * state, documents read as absent. Of what is written only the metadata is kept: the caller applies the rest to the state.
 */
export function memoryStores(state: Memory): Stores {
  const meta = {
    ...tapStore([]),
    get: () => resolved(state.meta && { ...state.meta }),
    put: (value: object, key: unknown) => {
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
function tapStore(taps: Memory['outbox']) {
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
