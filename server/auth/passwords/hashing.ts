import type { Argon2Parameters } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { CallError } from '../../http/call-error.ts';

/** How many passwords are hashed at once, and how many may wait for it and for how long (ms). */
export interface HashingBounds {
  atOnce: number;
  waiting: number;
  patience: number;
}

/** A core stays free for check-ins where there are two. */
const USUAL: HashingBounds = {
  atOnce: Math.min(4, Math.max(1, availableParallelism() - 1)),
  waiting: 250,
  patience: 10_000,
};

/** After how many seconds to come again where too many passwords wait to be hashed. */
const RETRY_AFTER = 10;

interface Job {
  parameters: Argon2Parameters;
  resolve: (tag: Buffer) => void;
  reject: (error: Error) => void;
  impatience: NodeJS.Timeout;
}

/**
 * Argon2id on threads of its own and of low priority: many log-ins at once hold up no check-in, and not the pool that
 * reads files either. Beyond its bounds it throws 'unavailable'.
 */
export class Hashing {
  readonly #bounds: HashingBounds;
  readonly #waiting = new Set<Job>();
  readonly #workers = new Set<Worker>();
  readonly #idle = new Set<Worker>();

  constructor(bounds: Partial<HashingBounds> = {}) {
    this.#bounds = { ...USUAL, ...bounds };
  }

  derive(parameters: Argon2Parameters): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.size >= this.#bounds.waiting) return reject(tooMany());
      const job: Job = {
        parameters,
        resolve,
        reject,
        impatience: setTimeout(() => {
          this.#waiting.delete(job);
          reject(tooMany());
        }, this.#bounds.patience),
      };
      this.#waiting.add(job);
      this.#go();
    });
  }

  /** Ends the threads; what still waits gets no answer any more. */
  async stop(): Promise<void> {
    for (const { impatience } of this.#waiting) clearTimeout(impatience);
    this.#waiting.clear();
    await Promise.all([...this.#workers].map((worker) => worker.terminate()));
  }

  #go(): void {
    const [job] = this.#waiting;
    const [idle] = this.#idle;
    const worker = job && (idle ?? this.#another());
    if (!job || !worker) return;
    this.#idle.delete(worker);
    this.#waiting.delete(job);
    clearTimeout(job.impatience);
    void this.#hash(job, worker);
  }

  /** The first password starts the first thread. */
  #another(): Worker | undefined {
    if (this.#workers.size >= this.#bounds.atOnce) return undefined;
    const worker = new Worker(new URL('hashing-worker.ts', import.meta.url));
    worker.unref();
    this.#workers.add(worker);
    // One that fails over a password tells whoever waits for it; one that fails while it has none is only gone.
    worker.on('error', () => undefined);
    worker.once('exit', () => {
      this.#workers.delete(worker);
      this.#idle.delete(worker);
    });
    return worker;
  }

  async #hash({ parameters, resolve, reject }: Job, worker: Worker): Promise<void> {
    try {
      resolve(await askOf(worker, parameters));
      this.#idle.add(worker);
    } catch (error) {
      reject(error as Error);
      this.#workers.delete(worker);
      await worker.terminate();
    }
    this.#go();
  }
}

/** Resolves with the tag; rejects where the thread ended over it. The process stays for as long as somebody waits. */
function askOf(worker: Worker, parameters: Argon2Parameters): Promise<Buffer> {
  worker.ref();
  return new Promise<Buffer>((resolve, reject) => {
    const end = () => reject(new Error('the thread that hashes passwords ended'));
    worker.once('message', (tag: Uint8Array) => {
      worker.off('error', reject).off('exit', end);
      resolve(Buffer.from(tag));
    });
    worker.once('error', reject).once('exit', end);
    worker.postMessage(parameters);
  }).finally(() => worker.unref());
}

function tooMany(): CallError {
  return new CallError('unavailable', { retryAfter: RETRY_AFTER });
}
