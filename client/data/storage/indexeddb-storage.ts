import type { Environment } from '#client/data/environment.ts';
import { subtreeRange } from '#domain/paths.ts';
import type { Durability, HouseholdStorage, StoredData, WritableData } from './household-storage.ts';
import { byTime, type QueuedTap } from './records.ts';

/** A transaction hanging this long, in ms, is retried. */
const TIMEOUT_MS = 15_000;

const STORES = ['meta', 'outbox', 'refused', 'documents'] as const;
/** In the meta store: a new object store would close the database under pages of the previous version. */
const ACKED = 'acknowledged';

type Deps = Pick<Environment, 'indexedDB' | 'keyRange' | 'after'>;

/** A failed transaction is retried once on a new connection. */
export class IndexedDbStorage implements HouseholdStorage {
  readonly #environment: Deps;
  readonly #name: string;
  readonly #onDeleted: () => void;
  #connection: Promise<IDBDatabase> | undefined;
  #running: IDBTransaction | undefined;
  readonly isDurable = true;
  isClosed = false;

  constructor(environment: Deps, name: string, onDeleted = () => {}) {
    this.#environment = environment;
    this.#name = name;
    this.#onDeleted = onDeleted;
  }

  read<T>(work: (stored: StoredData) => Promise<T>): Promise<T> {
    return this.#withRetry(() => this.#transact('readonly', 'default', work));
  }

  write<T>(durability: Durability, work: (stored: WritableData) => Promise<T>): Promise<T> {
    return this.#withRetry(() => this.#transact('readwrite', durability, work));
  }

  close(): void {
    this.isClosed = true;
    this.#disconnect();
  }

  /** Clears first, because the deletion waits for other tabs. */
  async wipe(): Promise<void> {
    await this.write('strict', async (stored) => stored.clear()).catch(() => undefined);
    this.drop();
  }

  /** Expects a cleared database. */
  drop(): void {
    this.close();
    this.#environment.indexedDB?.deleteDatabase(this.#name);
  }

  async #withRetry<T>(attempt: () => Promise<T>): Promise<T> {
    try {
      return await this.#withTimeout(attempt());
    } catch {
      this.#disconnect();
      return await this.#withTimeout(attempt());
    }
  }

  #withTimeout<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const stop = this.#environment.after(TIMEOUT_MS, () =>
        reject(new Error('the storage does not answer')),
      );
      work.then(resolve, reject).finally(stop);
    });
  }

  async #transact<T>(
    mode: IDBTransactionMode,
    durability: IDBTransactionDurability,
    work: (stored: WritableData) => Promise<T>,
  ): Promise<T> {
    const { indexedDB, keyRange } = this.#environment;
    if (!indexedDB || !keyRange) throw new Error('this browser forbids storage');
    if (this.isClosed) throw new Error('this database is closed');
    this.#connection ??= this.#open(indexedDB);
    const opening = this.#connection;
    const connection = await opening;
    if (this.#connection !== opening) throw new Error('this connection was given up meanwhile');
    const transaction = connection.transaction(STORES, mode, { durability });
    this.#running = transaction;
    const worked = work(storedIn(transaction, keyRange)).catch((error) => {
      abort(transaction);
      throw error;
    });
    const [result] = await Promise.all([worked, completed(transaction)]);
    return result;
  }

  async #open(indexedDB: IDBFactory): Promise<IDBDatabase> {
    const request = indexedDB.open(this.#name, 1);
    request.onupgradeneeded = () => createStores(request.result);
    const connection = await resultOf(request);
    connection.onclose = () => this.#disconnect();
    connection.onversionchange = () => {
      // Another tab deletes or upgrades the database; reopening would undo a wipe.
      this.close();
      this.#onDeleted();
    };
    return connection;
  }

  /** Aborts a hanging transaction, so that nothing is stored after its caller saw it fail. */
  #disconnect(): void {
    if (this.#running) abort(this.#running);
    this.#running = undefined;
    this.#connection?.then((connection) => connection.close()).catch(() => undefined);
    this.#connection = undefined;
  }
}

function createStores(database: IDBDatabase): void {
  database.createObjectStore('meta');
  database.createObjectStore('outbox', { keyPath: 'sequence' }).createIndex('op', 'op', { unique: true });
  database.createObjectStore('refused', { keyPath: 'op' });
  const documents = database.createObjectStore('documents', { keyPath: 'path' });
  documents.createIndex('stamp', 'stamp');
  documents.createIndex('first', 'first');
  documents.createIndex('age', 'age');
}

function storedIn(transaction: IDBTransaction, keyRange: NonNullable<Deps['keyRange']>): WritableData {
  const meta = transaction.objectStore('meta');
  const outbox = transaction.objectStore('outbox');
  const refused = transaction.objectStore('refused');
  const documents = transaction.objectStore('documents');
  const ackedKey = ({ sent, sequence }: QueuedTap) => [ACKED, sent?.receivedAt ?? 0, sequence];
  const after = (key: IDBValidKey) => keyRange.lowerBound(key, true);
  return {
    meta: () => resultOf(meta.get('device')),
    outbox: () => resultOf(outbox.getAll()),
    queued: (op) => resultOf(outbox.index('op').get(op)),
    refused: async () => (await resultOf(refused.getAll())).sort(byTime),
    acked: () => resultOf(meta.getAll(keyRange.bound([ACKED], [ACKED, []]))),
    document: (path) => resultOf(documents.get(path)),
    firstDocuments: () => resultOf(documents.index('first').getAll()),
    documentsSince: (stamp) => resultOf(documents.index('stamp').getAll(after(stamp))),
    closedVisits: (age, count) => resultOf(documents.index('age').getAll(age && after(age), count)),
    putMeta: (value) => void meta.put(value, 'device'),
    putQueued: (tap) => void outbox.put(tap),
    deleteQueued: (sequence) => void outbox.delete(sequence),
    putRefused: (tap) => void refused.put(tap),
    deleteRefused: (op) => void refused.delete(op),
    putAcked: (tap) => void meta.put(tap, ackedKey(tap)),
    deleteAcked: (tap) => void meta.delete(ackedKey(tap)),
    putDocument: (document) => void documents.put(document),
    deleteDocument: (path) => void documents.delete(path),
    deleteDocumentsBelow: (root) => {
      const { from, to } = subtreeRange(root);
      documents.delete(keyRange.bound(from, to, false, true));
    },
    clearDocuments: () => void documents.clear(),
    clear: () => {
      for (const store of [meta, outbox, refused, documents]) store.clear();
    },
  };
}

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function completed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('the transaction was aborted'));
  });
}

function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch {
    // Already finished.
  }
}
