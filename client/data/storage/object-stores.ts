import type { KeyRange } from '#client/data/environment.ts';

export const STORES = ['meta', 'outbox', 'refused', 'documents'] as const;

/** The stores of one transaction, and how to name a range of keys in them. */
export type Stores = Record<(typeof STORES)[number], IDBObjectStore> & { keyRange: KeyRange };

/** The shape of a new database. */
export function furnish(database: IDBDatabase): void {
  database.createObjectStore('meta');
  database.createObjectStore('outbox', { keyPath: 'sequence' }).createIndex('op', 'op', { unique: true });
  database.createObjectStore('refused', { keyPath: 'op' });
  const documents = database.createObjectStore('documents', { keyPath: 'path' });
  documents.createIndex('stamp', 'stamp');
  documents.createIndex('first', 'first');
  documents.createIndex('age', 'age');
}

/** The result of one request. */
export function answer<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Resolves once all of a transaction is stored. */
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
    // It had ended by itself already.
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
