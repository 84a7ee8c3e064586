import type { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { type Query, statementsOf } from './connection.ts';
import { isDiskUntrusted } from './errors.ts';

/** Pages of 4 kB in the log: a checkpoint begins at `start`, the log begins anew after `restart`, commits wait at `most`. */
export interface LogLimits {
  start: number;
  restart: number;
  most: number;
}

const LIMITS: LogLimits = { start: 10_000, restart: 32_000, most: 64_000 };

/** Pages that may be left to the thread that answers requests: they take it about as long as a commit. */
const FEW_PAGES = 500;

/** A thread with hardly more memory than it takes to start: it runs one statement. */
const RESOURCES = { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 16 };

/** Pages in the log, and how many of them are in the database file. */
interface LogState {
  log: number;
  checkpointed: number;
}

/** The thread's answer: the log after a checkpoint, or SQLite's error, which loses its code as an object. */
export type CheckpointResult = LogState | { message: string; errcode: number };

/**
 * Copies the write-ahead log into the database file on a thread of its own, so that no request waits for it. Under
 * constant load that never copies the last pages, and the log would grow for ever: those are copied between two groups.
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

  /** `db` is the connection that writes `file`; it must not checkpoint by itself. */
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

  /** Call it after each commit. The next commit must wait for the promise, if one is returned: the log is too long. */
  afterCommit(): Promise<void> | undefined {
    const left = pagesLeft(this.#state.get());
    // The thread is started ahead: a log that grows fast would become long meanwhile.
    if (left < this.#limits.start / 4) return undefined;
    this.#worker ??= this.#start();
    if (left < this.#limits.start) return undefined;
    if (this.#running === undefined && !this.#isWorkerBroken) this.#begin();
    if (left < this.#limits.most) return undefined;
    if (this.#running === undefined) this.#copyHere();
    return this.#running?.promise;
  }

  /** Resolves when no checkpoint is running on the other thread, in the same turn of the event loop if none is. */
  async settled(): Promise<void> {
    while (this.#running) await this.#running.promise;
  }

  /** Ends the thread, after the checkpoint that it is running. */
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

  /** Returns undefined if the system or the host's settings allow no thread: then commits copy the log themselves. */
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

  /** Has the thread copy what was added meanwhile, as long as that becomes less and less. */
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
