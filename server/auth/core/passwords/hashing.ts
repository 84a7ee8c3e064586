import type { Argon2Parameters } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { CallError } from '../../../http/call-error.ts';
import { MAX_CONCURRENT } from '../../../load-limits/limit-numbers.ts';

/** `threads` at once, `queue` jobs waiting, for `timeoutMs` each. */
export interface HashingLimits {
  threads: number;
  queue: number;
  timeoutMs: number;
}

/** Leaves a core free for check-ins, if there are two. */
const DEFAULT_LIMITS: HashingLimits = {
  threads: Math.min(MAX_CONCURRENT.hashingThreads, Math.max(1, availableParallelism() - 1)),
  queue: MAX_CONCURRENT.hashingWaiting,
  timeoutMs: 10_000,
};

/** Seconds. */
const RETRY_AFTER = 10;

/** Tests and measurements replace it. */
export interface Hashing {
  /** Memory in KiB. */
  cost?: Pick<Argon2Parameters, 'memory' | 'passes' | 'parallelism'>;
  derive(parameters: Argon2Parameters): Promise<Buffer>;
  stop(): Promise<void>;
}

interface Job {
  parameters: Argon2Parameters;
  resolve: (tag: Buffer) => void;
  reject: (error: Error) => void;
  timer: NodeJS.Timeout;
}

/**
 * Low-priority threads, so that log-ins delay neither check-ins nor Node's own thread pool. Throws
 * 'unavailable' beyond its limits.
 */
export class HashingPool implements Hashing {
  readonly #limits: HashingLimits;
  readonly #waiting = new Set<Job>();
  readonly #workers = new Set<Worker>();
  readonly #idle = new Set<Worker>();

  constructor(limits: Partial<HashingLimits> = {}) {
    this.#limits = { ...DEFAULT_LIMITS, ...limits };
  }

  derive(parameters: Argon2Parameters): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.size >= this.#limits.queue) return reject(tooMany());
      const job: Job = {
        parameters,
        resolve,
        reject,
        timer: setTimeout(() => {
          this.#waiting.delete(job);
          reject(tooMany());
        }, this.#limits.timeoutMs),
      };
      this.#waiting.add(job);
      this.#startNext();
    });
  }

  /** Waiting jobs are never settled. */
  async stop(): Promise<void> {
    for (const { timer } of this.#waiting) clearTimeout(timer);
    this.#waiting.clear();
    await Promise.all([...this.#workers].map((worker) => worker.terminate()));
  }

  #startNext(): void {
    const [job] = this.#waiting;
    const [idle] = this.#idle;
    const worker = job && (idle ?? this.#startWorker());
    if (!job || !worker) return;
    this.#idle.delete(worker);
    this.#waiting.delete(job);
    clearTimeout(job.timer);
    void this.#hash(job, worker);
  }

  /** Undefined if all threads are busy. */
  #startWorker(): Worker | undefined {
    if (this.#workers.size >= this.#limits.threads) return undefined;
    const worker = new Worker(new URL('./hashing-worker.ts', import.meta.url));
    worker.unref();
    this.#workers.add(worker);
    // A failure during a job rejects it; an idle thread is only removed.
    worker.on('error', () => undefined);
    worker.once('exit', () => {
      this.#workers.delete(worker);
      this.#idle.delete(worker);
    });
    return worker;
  }

  async #hash({ parameters, resolve, reject }: Job, worker: Worker): Promise<void> {
    try {
      resolve(await deriveOn(worker, parameters));
      this.#idle.add(worker);
    } catch (error) {
      reject(error as Error);
      this.#workers.delete(worker);
      await worker.terminate();
    }
    this.#startNext();
  }
}

/** The thread keeps the process alive only during a job. */
function deriveOn(worker: Worker, parameters: Argon2Parameters): Promise<Buffer> {
  worker.ref();
  return new Promise<Buffer>((resolve, reject) => {
    const onExit = () => reject(new Error('the thread that hashes passwords ended'));
    worker.once('message', (tag: Uint8Array) => {
      worker.off('error', reject).off('exit', onExit);
      resolve(Buffer.from(tag));
    });
    worker.once('error', reject).once('exit', onExit);
    worker.postMessage(parameters);
  }).finally(() => worker.unref());
}

function tooMany(): CallError {
  return new CallError('unavailable', { retryAfter: RETRY_AFTER });
}
