import type { Argon2Parameters } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { CallError } from '../../../http/call-error.ts';
import type { PasswordCost } from './passwords.ts';

/** Threads that hash at the same time, jobs that may wait for one, and how long they wait (ms). */
export interface HashingLimits {
  threads: number;
  queue: number;
  timeoutMs: number;
}

/** Leaves one core free for check-ins if there are two or more. */
const DEFAULT_LIMITS: HashingLimits = {
  threads: Math.min(4, Math.max(1, availableParallelism() - 1)),
  queue: 250,
  timeoutMs: 10_000,
};

/** Seconds, for Retry-After. */
const RETRY_AFTER = 10;

/** The hashing of passwords and the cost of new hashes, which tests and measurements replace. */
export type Hashing = Pick<HashingPool, 'derive' | 'stop'> & { cost?: PasswordCost };

interface Job {
  parameters: Argon2Parameters;
  resolve: (tag: Buffer) => void;
  reject: (error: Error) => void;
  timer: NodeJS.Timeout;
}

/**
 * Hashes with Argon2id on worker threads of low priority, so that many log-ins delay neither check-ins nor Node's own
 * thread pool, which reads files. Throws 'unavailable' beyond its limits.
 */
export class HashingPool {
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

  /** Terminates the threads. Jobs that still wait are never settled. */
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

  /** Threads are started on demand. */
  #startWorker(): Worker | undefined {
    if (this.#workers.size >= this.#limits.threads) return undefined;
    const worker = new Worker(new URL('./hashing-worker.ts', import.meta.url));
    worker.unref();
    this.#workers.add(worker);
    // A failure during a job rejects that job; a failure of an idle thread only removes it.
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

/** Resolves with the tag; rejects if the thread ended meanwhile. The thread keeps the process alive only during a job. */
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
