import type { Id } from '#domain/ids.ts';
import type { HouseholdRow } from '../../households/stored-rows.ts';
import type { Transaction } from '../../ports/households.ts';
import { StoreUnavailable } from '../../ports/store.ts';
import { saveAll } from '../tap/save.ts';
import {
  type LockedColumns,
  lockedRow,
  lockFree,
  lockHousehold,
  sharedTransaction,
} from '../tap/tap-transaction.ts';
import { batcher } from './batcher.ts';
import type { Connection } from './connection.ts';
import type { Connections } from './connections.ts';
import { isConflict, isLockTimeout } from './errors.ts';
import { GroupMember, QueryBatch, type Saved } from './query-batch.ts';
import { BEGIN, commit, orRollBack } from './transaction.ts';

/** Another transaction may have locked notices: a job that must wait runs alone. */
const SHORT_WAIT = "SET LOCAL lock_timeout = '200ms'; ";

class WaitTooLong extends Error {
  override readonly name = 'WaitTooLong';
}

interface Job {
  household: Id;
  work: (transaction: Transaction) => Promise<unknown>;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

/** Call it only once the group is committed. */
type Settle = () => void;

/**
 * One transaction for a turn's jobs, each of another household. They only read, and all is written at the
 * end, so one that throws costs the others nothing. Jobs rerun alone if locked out, leaving or rolled back.
 */
export class GroupCommit {
  readonly #connections: Connections;
  readonly #jobs = batcher<Job>((jobs) => this.#commit(jobs));

  constructor(connections: Connections) {
    this.#connections = connections;
  }

  run<T>(household: Id, work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const join = () =>
      new Promise<T>((resolve, reject) => {
        this.#jobs.add({ household, work, resolve: resolve as Job['resolve'], reject });
      });
    // One job of a household at a time, so that no group has two.
    return this.#connections.inOrder(household, join);
  }

  async #commit(jobs: readonly Job[]): Promise<void> {
    try {
      const settles = await this.#connections.lend((connection) =>
        orRollBack(connection, () => this.#commitTogether(connection, jobs)),
      );
      for (const settle of settles) settle();
    } catch (error) {
      // An unavailable database is so for all; a lone job's error is its own.
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
    // Not awaited: the jobs' first reads are sent right behind it.
    const locking = connection.lists<LockedColumns>(BEGIN + SHORT_WAIT + lock);
    const locked = locking.then((rows) => new Map(rows.map((row) => [row[0], lockedRow(row)])));
    locked.catch(() => undefined);
    const steps = new QueryBatch(connection, jobs.length);
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
    locked: Promise<ReadonlyMap<Id, HouseholdRow>>,
    steps: QueryBatch,
    saved: Saved[],
  ): Promise<Settle> {
    const { household, work, resolve, reject } = job;
    const member = new GroupMember(household, locked, steps);
    const alone = () => this.#commitAlone(job);
    try {
      const value = await work(sharedTransaction(household, member));
      if (!(await member.isPresent())) return alone;
      saved.push(...member.saved);
      return () => resolve(value);
    } catch (error) {
      return (await member.isPresent()) ? () => reject(error) : alone;
    } finally {
      steps.endJob();
    }
  }
}
