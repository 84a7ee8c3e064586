import type { Environment, KeyRange } from './environment.ts';

const STORES = ['meta', 'outbox', 'refused', 'documents'] as const;

/** The stores of one transaction, and how to name a range of keys in them. */
export type Stores = Record<(typeof STORES)[number], IDBObjectStore> & { keyRange: KeyRange };

/** A browser that lets a request hang is waited for this long, in ms, and then asked anew. */
const PATIENCE = 15_000;

type Surroundings = Pick<Environment, 'indexedDB' | 'keyRange' | 'after'>;

/** What a piece of work does inside one transaction. It may run twice, so it changes nothing outside. */
export type Work<T> = (stores: Stores) => Promise<T>;

/** One account's database. A connection that died is opened once more before a call rejects. */
export class Database {
  readonly #environment: Surroundings;
  readonly #name: string;
  readonly #onDeleted: () => void;
  #connection: Promise<IDBDatabase> | undefined;
  #running: IDBTransaction | undefined;
  #closed = false;

  constructor(environment: Surroundings, name: string, onDeleted: () => void) {
    this.#environment = environment;
    this.#name = name;
    this.#onDeleted = onDeleted;
  }

  read<T>(work: Work<T>): Promise<T> {
    return this.#twice('readonly', 'default', work);
  }

  /** 'strict' resolves only when the disk has it; 'relaxed' is for what the server could send again. */
  write<T>(durability: 'strict' | 'relaxed', work: Work<T>): Promise<T> {
    return this.#twice('readwrite', durability, work);
  }

  close(): void {
    this.#closed = true;
    this.#drop();
  }

  /** Removes all that is stored. Emptied first, because the deletion itself waits for other tabs. */
  async wipe(): Promise<void> {
    await this.write('strict', async (stores) => {
      for (const name of STORES) stores[name].clear();
    }).catch(() => undefined);
    this.close();
    this.#environment.indexedDB?.deleteDatabase(this.#name);
  }

  async #twice<T>(mode: IDBTransactionMode, durability: IDBTransactionDurability, work: Work<T>): Promise<T> {
    try {
      return await this.#inTime(this.#once(mode, durability, work));
    } catch {
      this.#drop();
      return await this.#inTime(this.#once(mode, durability, work));
    }
  }

  #inTime<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const stop = this.#environment.after(PATIENCE, () => reject(new Error('the storage does not answer')));
      work.then(resolve, reject).finally(stop);
    });
  }

  async #once<T>(mode: IDBTransactionMode, durability: IDBTransactionDurability, work: Work<T>): Promise<T> {
    if (this.#closed) throw new Error('this database is closed');
    this.#connection ??= this.#open();
    const transaction = (await this.#connection).transaction(STORES, mode, { durability });
    this.#running = transaction;
    const worked = work(this.#storesOf(transaction)).catch((error) => {
      abort(transaction);
      throw error;
    });
    const [result] = await Promise.all([worked, completed(transaction)]);
    return result;
  }

  async #open(): Promise<IDBDatabase> {
    const { indexedDB } = this.#environment;
    if (!indexedDB) throw new Error('this browser forbids storage');
    const request = indexedDB.open(this.#name, 1);
    request.onupgradeneeded = () => furnish(request.result);
    const connection = await answer(request);
    connection.onclose = () => this.#drop();
    connection.onversionchange = () => {
      // Another tab deletes or upgrades this database: to open it again would bring back what was wiped.
      this.close();
      this.#onDeleted();
    };
    return connection;
  }

  #storesOf(transaction: IDBTransaction): Stores {
    const { keyRange } = this.#environment;
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

  /** What hangs is aborted too, so that nothing is stored after its caller was told that it failed. */
  #drop(): void {
    if (this.#running) abort(this.#running);
    this.#running = undefined;
    this.#connection?.then((connection) => connection.close()).catch(() => undefined);
    this.#connection = undefined;
  }
}

function furnish(database: IDBDatabase): void {
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
    // It had ended by itself already.
  }
}
