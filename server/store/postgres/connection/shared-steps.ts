import type { Id } from '#domain/ids.ts';
import type { Batch } from '../../ports/households.ts';
import type { Connection } from './connection.ts';

/** One statement that makes a kind of call for many households at once; returns the results in the order of the calls. */
export type Step<Call, Result> = (connection: Connection, calls: readonly Call[]) => Promise<Result[]>;

/** Makes one call of a step, alone or together with those of others. */
export type RunStep = <Call, Result>(step: Step<Call, Result>, call: Call) => Promise<Result>;

interface Waiting {
  step: Step<unknown, unknown>;
  call: unknown;
  resolve: (result: unknown) => void;
  reject: (error: unknown) => void;
}

/**
 * The reading steps of several works in one transaction, each work for another household. Once every work waits for a step,
 * the calls of the same step are made in one statement.
 */
export class SharedSteps {
  readonly #connection: Connection;
  #works: number;
  #waiting: Waiting[] = [];
  readonly #waitingWorks = new Set<Member>();
  /** The first error of a statement, after which the database keeps nothing of the transaction. */
  failure: { error: unknown } | undefined;

  constructor(connection: Connection, works: number) {
    this.#connection = connection;
    this.#works = works;
  }

  /** Makes a call for a work, together with its others of the same moment. */
  run<Call, Result>(work: Member, step: Step<Call, Result>, call: Call): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ step, call, resolve, reject } as Waiting);
      if (this.#waitingWorks.has(work)) return;
      this.#waitingWorks.add(work);
      if (this.#isComplete) queueMicrotask(() => this.#makeCalls());
    });
  }

  /** To be called when a work has ended: the others wait for it no longer. */
  endWork(): void {
    this.#works -= 1;
    this.#makeCalls();
  }

  get #isComplete(): boolean {
    return this.#waitingWorks.size >= this.#works;
  }

  #makeCalls(): void {
    if (!this.#isComplete) return;
    this.#waitingWorks.clear();
    for (const [step, calls] of Map.groupBy(this.#waiting.splice(0), ({ step }) => step)) {
      void this.#make(step, calls);
    }
  }

  async #make(step: Waiting['step'], waiting: readonly Waiting[]): Promise<void> {
    try {
      const calls = waiting.map(({ call }) => call);
      const results = await step(this.#connection, calls);
      waiting.forEach(({ resolve }, index) => void resolve(results[index]));
    } catch (error) {
      this.failure ??= { error };
      for (const { reject } of waiting) reject(error);
    }
  }
}

/** All that one work of a group writes. */
export interface Saved {
  household: Id;
  batch: Batch;
}

/** The row that the lock of a household reads. */
export interface LockedRow {
  version: number;
  /** The household's sizes by child, as JSON. */
  sizes: string;
}

/** The work has to run in a transaction of its own. */
class LeftGroup extends Error {
  override readonly name = 'LeftGroup';
}

/** One work's part in a group. Saving is its last call, and is done for all works at the end. */
export class Member {
  readonly #household: Id;
  readonly #locked: Promise<ReadonlyMap<Id, LockedRow>>;
  readonly #steps: SharedSteps;
  #batch: Batch | undefined;
  #reading = 0;
  #hasLeft = false;

  /** `locked` resolves with the rows of the locked households. */
  constructor(household: Id, locked: Promise<ReadonlyMap<Id, LockedRow>>, steps: SharedSteps) {
    this.#household = household;
    this.#locked = locked;
    this.#steps = steps;
  }

  get saved(): Saved[] {
    return this.#batch ? [{ household: this.#household, batch: this.#batch }] : [];
  }

  /** Resolves with false if the work has to run alone: it left, or its household was not locked. */
  async isPresent(): Promise<boolean> {
    const locked = await this.#locked.catch(() => undefined);
    return !this.#hasLeft && locked?.has(this.#household) !== false;
  }

  /** For the calls that are not shared. */
  readonly leave = (): Promise<never> => {
    this.#hasLeft = true;
    return Promise.reject(new LeftGroup());
  };

  /** The household's row. A work whose household was not locked leaves. */
  readonly row = async (): Promise<LockedRow> => (await this.#locked).get(this.#household) ?? this.leave();

  /** Makes a reading call together with those of the other works. */
  readonly run: RunStep = async (step, call) => {
    if (this.#isOver) return this.leave();
    this.#reading += 1;
    try {
      return await this.#steps.run(this, step, call);
    } finally {
      this.#reading -= 1;
    }
  };

  readonly save = async (batch: Batch): Promise<void> => {
    if (this.#isOver || this.#reading > 0) return this.leave();
    this.#batch = batch;
  };

  /** True if a further call cannot be shared, because it comes after saving. */
  get #isOver(): boolean {
    return this.#hasLeft || this.#batch !== undefined;
  }
}
