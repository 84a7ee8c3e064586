import type { Environment } from '#client/data/environment.ts';
import { abort, answer, completed, furnish, STORES, type Stores, storesOf } from './object-stores.ts';

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

  /** What hangs is aborted too, so that nothing is stored after its caller was told that it failed. */
  #drop(): void {
    if (this.#running) abort(this.#running);
    this.#running = undefined;
    this.#connection?.then((connection) => connection.close()).catch(() => undefined);
    this.#connection = undefined;
  }
}
