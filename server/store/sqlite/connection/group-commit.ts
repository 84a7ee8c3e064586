import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { StoreUnavailable } from '../../ports/store.ts';
import { asStoreError, isDiskUntrusted } from './errors.ts';

const LARGEST_GROUP = 256;

/**
 * One transaction and sync for the writes of a turn, and of next turns while each brings more. A job that
 * throws fails alone; the others rerun. Jobs await only settled promises: a group is one macrotask.
 */
export class GroupCommit {
  readonly #db: DatabaseSync;
  readonly #transaction: GroupTransaction;
  readonly #onUntrustedDisk: (error: unknown) => void;
  readonly #afterCommit: () => Promise<void> | undefined;
  #waiting: Job[] = [];
  #isScheduled = false;
  #gathered = 0;
  #closed: Promise<void> | undefined;
  #settleClosed: () => void = () => undefined;

  /**
   * `db` must be the only writer. `onUntrustedDisk`: the disk may have lost commits. The next group waits for
   * `afterCommit`.
   */
  constructor(
    db: DatabaseSync,
    onUntrustedDisk: (error: unknown) => void,
    afterCommit: () => Promise<void> | undefined = () => undefined,
  ) {
    this.#db = db;
    this.#transaction = new GroupTransaction(db);
    this.#onUntrustedDisk = onUntrustedDisk;
    this.#afterCommit = afterCommit;
  }

  /** Resolves once on disk. Rejects with the error of `work`, or with StoreUnavailable. */
  run<T>(work: () => T | Promise<T>): Promise<T> {
    if (this.#closed !== undefined) return Promise.reject(new StoreUnavailable('the store is closed'));
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ work, resolve: resolve as Job['resolve'], reject });
      this.#schedule();
    });
  }

  /** Waits while a group is open, which never outlives its turn of the event loop. */
  async read<T>(call: () => T | Promise<T>): Promise<T> {
    while (this.#db.isTransaction) await nextTurn();
    try {
      return await call();
    } catch (error) {
      throw asStoreError(error);
    }
  }

  writing<A extends unknown[], T>(call: (...args: A) => T): (...args: A) => Promise<T> {
    return (...args) => this.run(() => call(...args));
  }

  reading<A extends unknown[], T>(call: (...args: A) => T): (...args: A) => Promise<T> {
    return (...args) => this.read(() => call(...args));
  }

  /**
   * For work such as VACUUM, from the next turn on, once `isFree` resolves. Rejects with StoreUnavailable if
   * it throws.
   */
  async runOutsideTransaction<T>(work: () => T, isFree: () => Promise<void>): Promise<T> {
    // At the start of a turn no transaction is open.
    await nextTurn();
    await isFree();
    if (this.#closed !== undefined) throw new StoreUnavailable('the store is closed');
    try {
      return work();
    } catch (error) {
      if (isDiskUntrusted(error, true)) this.#onUntrustedDisk(error);
      throw asStoreError(error);
    }
  }

  close(): Promise<void> {
    this.#closed ??= new Promise((resolve) => {
      this.#settleClosed = resolve;
      this.#schedule();
    });
    return this.#closed;
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => void this.#turn());
  }

  async #turn(): Promise<void> {
    if (this.#isGrowing()) {
      setImmediate(() => void this.#turn());
      return;
    }
    this.#gathered = 0;
    const group = this.#waiting.splice(0, LARGEST_GROUP);
    if (group.length > 0) {
      await this.#commit(group);
      await this.#afterCommit();
    }
    this.#isScheduled = false;
    if (this.#waiting.length > 0) this.#schedule();
    else if (this.#closed !== undefined) this.#settleClosed();
  }

  /** The next turn may bring more again, and fewer commits write and sync fewer pages. */
  #isGrowing(): boolean {
    const before = this.#gathered;
    this.#gathered = this.#waiting.length;
    return this.#gathered > before && this.#gathered < LARGEST_GROUP;
  }

  async #commit(group: readonly Job[]): Promise<void> {
    let atCommit = false;
    try {
      const settles = await this.#transaction.run(group);
      atCommit = true;
      this.#transaction.commit();
      for (const settle of settles) settle();
    } catch (error) {
      this.#abandon(group, error, atCommit);
    }
  }

  #abandon(group: readonly Job[], error: unknown, atCommit: boolean): void {
    if (isDiskUntrusted(error, atCommit)) this.#onUntrustedDisk(error);
    try {
      if (this.#db.isTransaction) this.#db.exec('ROLLBACK');
    } catch (failure) {
      this.#onUntrustedDisk(failure);
    }
    for (const { reject } of group) reject(new StoreUnavailable('the group was not kept', { cause: error }));
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

export interface Job {
  work: () => unknown;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

/** Call it only once the group is committed. */
export type Settle = () => void;

/** Each job takes effect whole or not at all. */
export class GroupTransaction {
  readonly #db: DatabaseSync;
  readonly #sql: Record<'begin' | 'commit' | 'rollback' | 'savepoint' | 'release' | 'undo', StatementSync>;

  constructor(db: DatabaseSync) {
    this.#db = db;
    this.#sql = {
      begin: db.prepare('BEGIN IMMEDIATE'),
      commit: db.prepare('COMMIT'),
      rollback: db.prepare('ROLLBACK'),
      savepoint: db.prepare('SAVEPOINT work'),
      release: db.prepare('RELEASE work'),
      undo: db.prepare('ROLLBACK TO work'),
    };
  }

  /** Throws only if everything was rolled back. */
  async run(jobs: readonly Job[]): Promise<Settle[]> {
    this.#sql.begin.run();
    return (await this.#together(jobs)) ?? (await this.#oneByOne(jobs));
  }

  commit(): void {
    this.#sql.commit.run();
  }

  /** Undefined if a job threw after others had written. */
  async #together(jobs: readonly Job[]): Promise<Settle[] | undefined> {
    const settles: Settle[] = [];
    let isEmpty = true;
    for (const { work, resolve, reject } of jobs) {
      try {
        const value = await work();
        isEmpty = false;
        settles.push(() => resolve(value));
      } catch (error) {
        this.#assertIntact(error);
        if (!isEmpty) return undefined;
        this.#beginAgain();
        settles.push(() => reject(asStoreError(error)));
      }
    }
    return settles;
  }

  #beginAgain(): void {
    this.#sql.rollback.run();
    this.#sql.begin.run();
  }

  /** Savepoints cost too much for every group, and hardly any job throws. */
  async #oneByOne(jobs: readonly Job[]): Promise<Settle[]> {
    this.#beginAgain();
    const settles: Settle[] = [];
    for (const job of jobs) settles.push(await this.#inSavepoint(job));
    return settles;
  }

  async #inSavepoint({ work, resolve, reject }: Job): Promise<Settle> {
    this.#sql.savepoint.run();
    try {
      const value = await work();
      this.#sql.release.run();
      return () => resolve(value);
    } catch (error) {
      this.#assertIntact(error);
      this.#sql.undo.run();
      this.#sql.release.run();
      return () => reject(asStoreError(error));
    }
  }

  /** A full disk or a failed write can roll the transaction back by itself. */
  #assertIntact(error: unknown): void {
    if (!this.#db.isTransaction || isDiskUntrusted(error, false)) throw error;
  }
}
