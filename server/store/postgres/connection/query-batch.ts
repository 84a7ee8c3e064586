import type { Id } from '#domain/ids.ts';
import type { HouseholdRow } from '../../households/stored-rows.ts';
import type { Batch } from '../../ports/households.ts';
import type { Connection } from './connection.ts';

/** One statement for many households' calls; results are in their order. */
export type Step<Call, Result> = (connection: Connection, calls: readonly Call[]) => Promise<Result[]>;

export type RunStep = <Call, Result>(step: Step<Call, Result>, call: Call) => Promise<Result>;

interface Waiting {
  step: Step<unknown, unknown>;
  call: unknown;
  resolve: (result: unknown) => void;
  reject: (error: unknown) => void;
}

/** Once every job waits for a step, calls of the same step are made in one statement. */
export class QueryBatch {
  readonly #connection: Connection;
  #jobs: number;
  #waiting: Waiting[] = [];
  readonly #waitingJobs = new Set<GroupMember>();
  /** A statement's first error; the database then keeps nothing of the transaction. */
  failure: { error: unknown } | undefined;

  constructor(connection: Connection, works: number) {
    this.#connection = connection;
    this.#jobs = works;
  }

  run<Call, Result>(work: GroupMember, step: Step<Call, Result>, call: Call): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ step, call, resolve, reject } as Waiting);
      if (this.#waitingJobs.has(work)) return;
      this.#waitingJobs.add(work);
      if (this.#isComplete) queueMicrotask(() => this.#makeCalls());
    });
  }

  /** Call it when a job has ended: the others wait no longer for it. */
  endJob(): void {
    this.#jobs -= 1;
    this.#makeCalls();
  }

  get #isComplete(): boolean {
    return this.#waitingJobs.size >= this.#jobs;
  }

  #makeCalls(): void {
    if (!this.#isComplete) return;
    this.#waitingJobs.clear();
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

export interface Saved {
  row: HouseholdRow;
  batch: Batch;
}

/** The job must run in a transaction of its own. */
class LeftGroup extends Error {
  override readonly name = 'LeftGroup';
}

/** Saving is its last call, made for all jobs at the end. */
export class GroupMember {
  readonly #household: Id;
  readonly #locked: Promise<ReadonlyMap<Id, HouseholdRow>>;
  readonly #steps: QueryBatch;
  #saved: Saved | undefined;
  #reading = 0;
  #hasLeft = false;

  constructor(household: Id, locked: Promise<ReadonlyMap<Id, HouseholdRow>>, steps: QueryBatch) {
    this.#household = household;
    this.#locked = locked;
    this.#steps = steps;
  }

  get saved(): Saved[] {
    return this.#saved ? [this.#saved] : [];
  }

  /** False if the job must run alone. */
  async isPresent(): Promise<boolean> {
    const locked = await this.#locked.catch(() => undefined);
    return !this.#hasLeft && locked?.has(this.#household) !== false;
  }

  readonly leave = (): Promise<never> => {
    this.#hasLeft = true;
    return Promise.reject(new LeftGroup());
  };

  readonly row = async (): Promise<HouseholdRow> => (await this.#locked).get(this.#household) ?? this.leave();

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
    this.#saved = { row: await this.row(), batch };
  };

  /** A call after saving cannot be shared. */
  get #isOver(): boolean {
    return this.#hasLeft || this.#saved !== undefined;
  }
}
