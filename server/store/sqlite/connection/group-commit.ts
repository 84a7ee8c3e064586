import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { StoreUnavailable } from '../../port.ts';
import { asStoreError, isDiskUntrusted } from './errors.ts';

const LARGEST_GROUP = 256;

interface Job {
  work: () => unknown;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

/** Settles one caller's promise; called only once the group is committed. */
type Settle = () => void;

/**
 * Commits all writes of one turn of the event loop in one transaction, with one sync to disk, and resolves them after
 * COMMIT. Each job runs in a savepoint of its own, so that a throw rolls back that job alone. A job may be async if it
 * awaits nothing but promises that are already settled: the group runs within one macrotask.
 */
export class GroupCommit {
  readonly #db: DatabaseSync;
  readonly #sql: Record<'begin' | 'commit' | 'savepoint' | 'release' | 'undo', StatementSync>;
  readonly #onUntrustedDisk: (error: unknown) => void;
  #waiting: Job[] = [];
  #isScheduled = false;
  #closed: Promise<void> | undefined;
  #settleClosed: () => void = () => undefined;

  /** `db` must be the only connection that writes. `onUntrustedDisk` is called if the disk may have lost commits. */
  constructor(db: DatabaseSync, onUntrustedDisk: (error: unknown) => void) {
    this.#db = db;
    this.#sql = {
      begin: db.prepare('BEGIN IMMEDIATE'),
      commit: db.prepare('COMMIT'),
      savepoint: db.prepare('SAVEPOINT work'),
      release: db.prepare('RELEASE work'),
      undo: db.prepare('ROLLBACK TO work'),
    };
    this.#onUntrustedDisk = onUntrustedDisk;
  }

  /** Resolves with the result of `work` once it is on disk. Rejects with its error, or with StoreUnavailable. */
  run<T>(work: () => T | Promise<T>): Promise<T> {
    if (this.#closed !== undefined) return Promise.reject(new StoreUnavailable('the store is closed'));
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ work, resolve: resolve as Job['resolve'], reject });
      this.#schedule();
    });
  }

  /** Runs work that cannot run in a transaction, such as VACUUM. Rejects with StoreUnavailable if the work throws. */
  async runOutsideTransaction(work: () => void): Promise<void> {
    // A group never outlives its turn of the event loop, so at the start of the next turn no transaction is open.
    await new Promise((resolve) => setImmediate(resolve));
    if (this.#closed !== undefined) throw new StoreUnavailable('the store is closed');
    try {
      work();
    } catch (error) {
      if (isDiskUntrusted(error, true)) this.#onUntrustedDisk(error);
      throw asStoreError(error);
    }
  }

  /** Resolves after all earlier calls have settled. */
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
    const group = this.#waiting.splice(0, LARGEST_GROUP);
    if (group.length > 0) await this.#commit(group);
    this.#isScheduled = false;
    if (this.#waiting.length > 0) this.#schedule();
    else if (this.#closed !== undefined) this.#settleClosed();
  }

  async #commit(group: readonly Job[]): Promise<void> {
    let atCommit = false;
    try {
      this.#sql.begin.run();
      const settles: Settle[] = [];
      for (const job of group) settles.push(await this.#inSavepoint(job));
      atCommit = true;
      this.#sql.commit.run();
      for (const settle of settles) settle();
    } catch (error) {
      this.#abandon(group, error, atCommit);
    }
  }

  /** Throws only if the whole transaction was rolled back. */
  async #inSavepoint({ work, resolve, reject }: Job): Promise<Settle> {
    this.#sql.savepoint.run();
    try {
      const value = await work();
      this.#sql.release.run();
      return () => resolve(value);
    } catch (error) {
      // A full disk or a failed write can roll back the transaction by itself.
      if (!this.#db.isTransaction || isDiskUntrusted(error, false)) throw error;
      this.#sql.undo.run();
      this.#sql.release.run();
      return () => reject(asStoreError(error));
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
