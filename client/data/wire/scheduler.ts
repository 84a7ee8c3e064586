import type { Environment } from '#client/data/environment.ts';
import { CallFailed } from '#client/data/errors.ts';
import { backoff } from '#domain/time.ts';

/** In ms; below the 30 s of silence that screens report. */
const POLL_MS = 25_000;
const MAX_BACKOFF_MS = 60_000;
/** The longest wait a server may ask for, in ms. */
const MAX_HOLD_MS = 60 * 60_000;
/** In ms; a sleeping tab may hold the lock, and the server tolerates two senders. */
const LOCK_TIMEOUT_MS = 30_000;

/**
 * At once after a tap or wake, polling while visible, backoff after failures; never before the time a
 * refusing server named.
 */
export class SyncScheduler {
  readonly #environment: Environment;
  readonly #name: string;
  readonly #attempt: () => Promise<void>;
  readonly #stopListening: () => void;
  isLive: () => boolean = () => false;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  #cancelTimer = () => {};
  #failures = 0;
  #isHeld = false;
  #isStopped = false;

  /** `attempt` rejects if the server could not be reached or failed. */
  constructor(environment: Environment, name: string, attempt: () => Promise<void>) {
    this.#environment = environment;
    this.#name = name;
    this.#attempt = attempt;
    this.#stopListening = environment.onWake(() => void this.syncNow());
  }

  /** Resolves after an attempt begun after this call, or at once if the server asked to wait. */
  syncNow(): Promise<void> {
    if (this.#isStopped || this.#isHeld) return Promise.resolve();
    if (!this.#running) {
      this.#running = this.#run().finally(() => {
        this.#running = undefined;
      });
      return this.#running;
    }
    this.#next ??= this.#running.then(() => {
      this.#next = undefined;
      return this.syncNow();
    });
    return this.#next;
  }

  stop(): void {
    this.#isStopped = true;
    this.#cancelTimer();
    this.#stopListening();
  }

  /** While no attempt runs in any tab. */
  async runExclusive(task: () => Promise<void>): Promise<void> {
    await this.#running;
    await this.#withLock(task);
  }

  async #run(): Promise<void> {
    this.#cancelTimer();
    const failed = await this.#withLock(this.#attempt).then(
      () => undefined,
      (error: unknown) => ({ error }),
    );
    this.#failures = failed ? this.#failures + 1 : 0;
    if (!this.#isStopped) this.#scheduleNext(holdOf(failed?.error));
  }

  /** In ms. */
  #scheduleNext(hold = 0): void {
    this.#isHeld = hold > 0;
    const delay = hold > 0 ? hold * this.#spread(1) : this.#delay();
    this.#cancelTimer = this.#environment.after(delay, () => this.#onTimer());
  }

  #onTimer(): void {
    this.#isHeld = false;
    // A hidden page only retries after a failure.
    if (this.#failures === 0 && !this.#environment.isVisible()) return;
    if (this.#failures === 0 && this.isLive()) this.#scheduleNext();
    else void this.syncNow();
  }

  #delay(): number {
    if (this.#failures === 0) return POLL_MS;
    return backoff(1000, this.#failures, MAX_BACKOFF_MS) * this.#spread(0.75);
  }

  /** From `least` to half more, so that phones do not return all at once. */
  #spread(least: number): number {
    const [byte = 0] = this.#environment.random(1);
    return least + byte / 512;
  }

  async #withLock(task: () => Promise<void>): Promise<void> {
    const { locks } = this.#environment;
    if (!locks) return task();
    const timeout = new AbortController();
    const stop = this.#environment.after(LOCK_TIMEOUT_MS, () => timeout.abort());
    let hasLock = false;
    const run = () => {
      hasLock = true;
      stop();
      return task();
    };
    try {
      await locks.request(this.#name, { signal: timeout.signal }, run);
    } catch (error) {
      if (hasLock) throw error;
      await task();
    } finally {
      stop();
    }
  }
}

/** In ms. */
function holdOf(error: unknown): number | undefined {
  if (!(error instanceof CallFailed) || error.code !== 'too-many-requests') return undefined;
  return Math.min(MAX_HOLD_MS, Math.max(1, error.retryAfter ?? 60) * 1000);
}
