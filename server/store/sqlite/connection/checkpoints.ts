import type { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { pragma, type Query, statementsOf } from './connection.ts';
import { isDiskUntrusted } from './errors.ts';

/**
 * Pages of 4 kB: a checkpoint begins at `start`, the log is reused after `restart`, commits wait at `most`.
 */
export interface LogLimits {
  start: number;
  restart: number;
  most: number;
}

const LIMITS: LogLimits = { start: 10_000, restart: 32_000, most: 64_000 };

/** So few that the request thread copies them as fast as a commit. */
const FEW_PAGES = 500;

/** Little more than a thread needs to start: it runs one statement. */
const RESOURCES = { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 16 };

/** In pages; `checkpointed` ones are in the database file. */
interface LogState {
  log: number;
  checkpointed: number;
}

/** SQLite's error loses its code when posted as an object. */
export type CheckpointResult = LogState | { message: string; errcode: number };

/**
 * A thread copies the write-ahead log, so that no request waits. Under load it never reaches the end: the
 * last pages are copied between two groups, or the log would grow for ever.
 */
export class Checkpoints {
  readonly #file: string;
  readonly #limits: LogLimits;
  readonly #onUntrustedDisk: (error: unknown) => void;
  readonly #state: Query<LogState>;
  readonly #copy: Query<LogState>;
  #worker: Worker | undefined;
  #isWorkerBroken = false;
  #running: PromiseWithResolvers<void> | undefined;
  #leftBefore = Number.POSITIVE_INFINITY;

  /** `db` writes `file`, and must not checkpoint by itself. */
  constructor(
    db: DatabaseSync,
    file: string,
    onUntrustedDisk: (error: unknown) => void,
    limits: LogLimits = LIMITS,
  ) {
    this.#file = file;
    this.#limits = limits;
    this.#onUntrustedDisk = onUntrustedDisk;
    this.#state = statementsOf(db).query('PRAGMA wal_checkpoint(NOOP)');
    this.#copy = statementsOf(db).query('PRAGMA wal_checkpoint(PASSIVE)');
  }

  /** Call it after each commit. The next commit must wait for the promise: the log is too long. */
  afterCommit(): Promise<void> | undefined {
    const left = pagesLeft(this.#state.get());
    // Started ahead, because the log may grow fast meanwhile.
    if (left < this.#limits.start / 4) return undefined;
    this.#worker ??= this.#start();
    if (left < this.#limits.start) return undefined;
    if (this.#running === undefined && !this.#isWorkerBroken) this.#begin();
    if (left < this.#limits.most) return undefined;
    if (this.#running === undefined) this.#copyHere();
    return this.#running?.promise;
  }

  /** In the same turn of the event loop if no checkpoint is running. */
  async settled(): Promise<void> {
    while (this.#running) await this.#running.promise;
  }

  async close(): Promise<void> {
    // Nothing else may keep the process alive until the thread has answered.
    this.#worker?.ref();
    await this.settled();
    await this.#worker?.terminate();
  }

  #begin(): void {
    this.#running = Promise.withResolvers();
    this.#leftBefore = Number.POSITIVE_INFINITY;
    this.#worker?.postMessage('checkpoint');
  }

  /** Undefined if the system or its settings allow no thread: then commits copy the log. */
  #start(): Worker | undefined {
    if (this.#isWorkerBroken) return undefined;
    let worker: Worker;
    try {
      worker = new Worker(new URL('checkpoint-worker.mjs', import.meta.url), {
        workerData: this.#file,
        resourceLimits: RESOURCES,
      });
    } catch {
      this.#isWorkerBroken = true;
      return undefined;
    }
    worker.unref();
    worker.on('message', (result: CheckpointResult) => this.#goOn(result));
    worker.on('error', () => {
      this.#isWorkerBroken = true;
    });
    worker.on('exit', () => {
      this.#worker = undefined;
      this.#end();
    });
    return worker;
  }

  /** Repeats while each round leaves less than half of the one before. */
  #goOn(result: CheckpointResult): void {
    if ('errcode' in result) {
      const error = Object.assign(new Error(result.message), { errcode: result.errcode });
      if (isDiskUntrusted(error, true)) this.#onUntrustedDisk(error);
      this.#end();
      return;
    }
    const left = pagesLeft(this.#state.get());
    if (left > FEW_PAGES && left < this.#leftBefore / 2) {
      this.#leftBefore = left;
      this.#worker?.postMessage('checkpoint');
      return;
    }
    if (result.log >= this.#limits.restart) this.#copyHere();
    this.#end();
  }

  #copyHere(): void {
    try {
      this.#copy.get();
    } catch (error) {
      if (isDiskUntrusted(error, true)) this.#onUntrustedDisk(error);
    }
  }

  #end(): void {
    this.#running?.resolve();
    this.#running = undefined;
  }
}

function pagesLeft(state: LogState | undefined): number {
  return state === undefined ? 0 : state.log - state.checkpointed;
}

/** Vacuuming a larger file would block check-ins for over about a second. */
const LARGEST_BYTES = 64 * 1024 * 1024;

/**
 * `secure_delete` leaves copies where SQLite once split a page, until VACUUM, and in the log, until it is
 * truncated.
 */
export function scrubber(db: DatabaseSync, largest = LARGEST_BYTES): () => void {
  const { query } = statementsOf(db);
  const truncate = query(TRUNCATE);
  return () => {
    // Does not wait for another reader, such as a backup: the next scrub will do.
    db.exec('PRAGMA busy_timeout = 0');
    try {
      const bytes = Number(pragma(db, 'PRAGMA page_count')) * Number(pragma(db, 'PRAGMA page_size'));
      if (bytes <= largest) db.exec('VACUUM');
      truncate.get();
    } finally {
      db.exec('PRAGMA busy_timeout = 5000');
    }
  };
}

const TRUNCATE = 'PRAGMA wal_checkpoint(TRUNCATE)';

/** False if another program is reading the log. */
export function logTruncater(db: DatabaseSync): () => boolean {
  const { query } = statementsOf(db);
  const truncate = query<{ busy: number }>(TRUNCATE);
  return () => {
    db.exec('PRAGMA busy_timeout = 0');
    try {
      return truncate.get()?.busy === 0;
    } finally {
      db.exec('PRAGMA busy_timeout = 5000');
    }
  };
}
