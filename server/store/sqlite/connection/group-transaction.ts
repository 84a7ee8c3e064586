import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { asStoreError, isDiskUntrusted } from './errors.ts';

export interface Job {
  work: () => unknown;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

/** Settles one caller's promise; called only once the group is committed. */
export type Settle = () => void;

/** One transaction for the jobs of a group, of which each takes effect whole or not at all. */
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

  /** Begins the transaction and runs the jobs. Throws only if all of it was rolled back. */
  async run(jobs: readonly Job[]): Promise<Settle[]> {
    this.#sql.begin.run();
    return (await this.#together(jobs)) ?? (await this.#oneByOne(jobs));
  }

  commit(): void {
    this.#sql.commit.run();
  }

  /** Returns undefined if a job threw after others had written. */
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

  /** Runs the jobs again from the beginning, each in a savepoint. These cost too much for all, and hardly any job throws. */
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

  /** Throws the error again if the transaction is lost: a full disk or a failed write can roll it back by itself. */
  #assertIntact(error: unknown): void {
    if (!this.#db.isTransaction || isDiskUntrusted(error, false)) throw error;
  }
}
