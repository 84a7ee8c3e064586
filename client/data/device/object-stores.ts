import type { KeyRange } from '#client/data/environment.ts';

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
  const store = (name: (typeof STORES)[number]) => transaction.objectStore(name);
  return {
    meta: store('meta'),
    outbox: store('outbox'),
    refused: store('refused'),
    documents: store('documents'),
    keyRange,
  };
}
