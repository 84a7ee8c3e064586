import type { Id } from '#domain/ids.ts';
import type { Transaction } from '../../ports/households.ts';
import { StoreUnavailable } from '../../ports/store.ts';
import { lockFree, lockHousehold, sharedTransaction } from '../household/household-transaction.ts';
import { saveAll } from '../household/save.ts';
import { Batcher } from './batcher.ts';
import type { Connection } from './connection.ts';
import type { Connections } from './connections.ts';
import { isConflict, isLockTimeout } from './errors.ts';
import { type LockedRow, Member, type Saved, SharedSteps } from './shared-steps.ts';
import { BEGIN, commit, orRollBack } from './transaction.ts';

/** Notices may be locked by another transaction: a work that has to wait for one runs alone, not in a group. */
const SHORT_WAIT = "SET LOCAL lock_timeout = '200ms'; ";

/** A write of the group waited for a lock. */
class WaitTooLong extends Error {
  override readonly name = 'WaitTooLong';
}

interface Job {
  household: Id;
  work: (transaction: Transaction) => Promise<unknown>;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

/** Settles one caller's promise; called only once the group is committed. */
type Settle = () => void;

/**
 * Commits the works of a turn of the event loop, each for another household, in one transaction, and resolves them after
 * COMMIT. The works only read; all that they saved is written together at the end, so one that throws costs the others
 * nothing. A work runs again in a transaction of its own if its household is locked elsewhere or does not exist, if it
 * leaves the group, or if the group was rolled back.
 */
export class GroupCommit {
  readonly #connections: Connections;
  readonly #jobs = new Batcher<Job>((jobs) => this.#commit(jobs));

  constructor(connections: Connections) {
    this.#connections = connections;
  }

  /** The port's `transact`. */
  run<T>(household: Id, work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const join = () =>
      new Promise<T>((resolve, reject) => {
        this.#jobs.add({ household, work, resolve: resolve as Job['resolve'], reject });
      });
    // One work of a household at a time, so that no group has two.
    return this.#connections.inOrder(household, join);
  }

  async #commit(jobs: readonly Job[]): Promise<void> {
    try {
      const settles = await this.#connections.lend((connection) =>
        orRollBack(connection, () => this.#commitTogether(connection, jobs)),
      );
      for (const settle of settles) settle();
    } catch (error) {
      // An unavailable database is unavailable to all; the error of a single work is its own.
      const isOwn = jobs.length === 1 && !isConflict(error) && !(error instanceof WaitTooLong);
      const isFinal = error instanceof StoreUnavailable || isOwn;
      for (const job of jobs) {
        if (isFinal) job.reject(error);
        else this.#commitAlone(job);
      }
    }
  }

  #commitAlone({ household, work, resolve, reject }: Job): void {
    this.#connections
      .transact(async (connection) => work(await lockHousehold(connection, household)))
      .then(resolve, reject);
  }

  async #commitTogether(connection: Connection, jobs: readonly Job[]): Promise<Settle[]> {
    const lock = lockFree(jobs.map(({ household }) => household));
    // Not awaited: the first reads of the works are sent right behind it.
    const locking = connection.lists<[id: Id, version: number, sizes: string]>(BEGIN + SHORT_WAIT + lock);
    const locked = locking.then(
      (rows) => new Map(rows.map(([id, version, sizes]) => [id, { version, sizes }])),
    );
    locked.catch(() => undefined);
    const steps = new SharedSteps(connection, jobs.length);
    const saved: Saved[] = [];
    const settles = await Promise.all(jobs.map((job) => this.#join(job, locked, steps, saved)));
    await locked;
    if (steps.failure) throw steps.failure.error;
    const saving = saved.length > 0 ? saveAll(connection, saved) : undefined;
    await commit(connection, saving).catch((error: unknown) => {
      throw isLockTimeout(error) ? new WaitTooLong() : error;
    });
    return settles;
  }

  async #join(
    job: Job,
    locked: Promise<ReadonlyMap<Id, LockedRow>>,
    steps: SharedSteps,
    saved: Saved[],
  ): Promise<Settle> {
    const { household, work, resolve, reject } = job;
    const member = new Member(household, locked, steps);
    const alone = () => this.#commitAlone(job);
    try {
      const value = await work(sharedTransaction(household, member));
      if (!(await member.isPresent())) return alone;
      saved.push(...member.saved);
      return () => resolve(value);
    } catch (error) {
      return (await member.isPresent()) ? () => reject(error) : alone;
    } finally {
      steps.endWork();
    }
  }
}
