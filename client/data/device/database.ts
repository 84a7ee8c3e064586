import type { Environment } from '#client/data/environment.ts';
import { abort, completed, createStores, resultOf, STORES, type Stores, storesOf } from './object-stores.ts';

/** A transaction that hangs for this long, in ms, is retried. */
const TIMEOUT_MS = 15_000;

type DatabaseDeps = Pick<Environment, 'indexedDB' | 'keyRange' | 'after'>;

/** The body of one transaction. It may run twice, so it must have no effect outside. */
export type Work<T> = (stores: Stores) => Promise<T>;

/** A database, or what stands in for one. */
export type Storing = Pick<Database, 'read' | 'write'>;

/** One account's IndexedDB database. A failed transaction is retried once on a new connection. */
export class Database {
  readonly #environment: DatabaseDeps;
  readonly #name: string;
  readonly #onDeleted: () => void;
  #connection: Promise<IDBDatabase> | undefined;
  #running: IDBTransaction | undefined;
  isClosed = false;

  constructor(environment: DatabaseDeps, name: string, onDeleted = () => {}) {
    this.#environment = environment;
    this.#name = name;
    this.#onDeleted = onDeleted;
  }

  read<T>(work: Work<T>): Promise<T> {
    return this.#withRetry('readonly', 'default', work);
  }

  /** 'strict' durability resolves once the data is on disk; 'relaxed' is for data the server can send again. */
  write<T>(durability: 'strict' | 'relaxed', work: Work<T>): Promise<T> {
    return this.#withRetry('readwrite', durability, work);
  }

  close(): void {
    this.isClosed = true;
    this.#disconnect();
  }

  /** Deletes the database, and clears it first, because the deletion waits for other tabs. */
  async wipe(): Promise<void> {
    await this.#withRetry('readwrite', 'strict', async (stores) => {
      for (const name of STORES) stores[name].clear();
    }).catch(() => undefined);
    this.drop();
  }

  /** Deletes the database, of which everything was cleared. */
  drop(): void {
    this.close();
    this.#environment.indexedDB?.deleteDatabase(this.#name);
  }

  async #withRetry<T>(
    mode: IDBTransactionMode,
    durability: IDBTransactionDurability,
    work: Work<T>,
  ): Promise<T> {
    try {
      return await this.#withTimeout(this.#transact(mode, durability, work));
    } catch {
      this.#disconnect();
      return await this.#withTimeout(this.#transact(mode, durability, work));
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
    work: Work<T>,
  ): Promise<T> {
    if (this.isClosed) throw new Error('this database is closed');
    this.#connection ??= this.#open();
    const opening = this.#connection;
    const connection = await opening;
    if (this.#connection !== opening) throw new Error('this connection was given up meanwhile');
    const transaction = connection.transaction(STORES, mode, { durability });
    this.#running = transaction;
    const worked = work(storesOf(transaction, this.#environment.keyRange)).catch((error) => {
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
    request.onupgradeneeded = () => createStores(request.result);
    const connection = await resultOf(request);
    connection.onclose = () => this.#disconnect();
    connection.onversionchange = () => {
      // Another tab deletes or upgrades this database; opening it again would undo a wipe.
      this.close();
      this.#onDeleted();
    };
    return connection;
  }

  /** Aborts a hanging transaction too, so that nothing is stored after its caller was told that it failed. */
  #disconnect(): void {
    if (this.#running) abort(this.#running);
    this.#running = undefined;
    this.#connection?.then((connection) => connection.close()).catch(() => undefined);
    this.#connection = undefined;
  }
}
