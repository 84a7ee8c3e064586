import type { Environment } from '#client/data/environment.ts';
import { CallFailed } from '#client/data/errors.ts';

/** The poll interval while the page is visible, in ms: below the 30 s of silence that the screens report. */
const POLL_MS = 25_000;
const MAX_BACKOFF_MS = 60_000;
/** The longest wait that a server may ask for, in ms. */
const MAX_HOLD_MS = 60 * 60_000;
/** The longest wait for the lock, in ms: a sleeping tab may hold it, and the server tolerates two senders. */
const LOCK_TIMEOUT_MS = 30_000;

/**
 * Schedules syncs: one attempt at a time across the tabs, polling while visible, exponential backoff after failures,
 * and at once after a tap, when the page becomes visible or the network returns. It never asks before the time that a server
 * named when it refused.
 */
export class SyncScheduler {
  readonly #environment: Environment;
  readonly #name: string;
  readonly #attempt: () => Promise<void>;
  readonly #stopListening: () => void;
  /** True while a live stream makes polling unnecessary. */
  isLive: () => boolean = () => false;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  #cancelTimer = () => {};
  #failures = 0;
  /** True for as long as the server asked to wait. */
  #isHeld = false;
  #isStopped = false;

  /** `attempt` rejects if the server could not be reached or failed. */
  constructor(environment: Environment, name: string, attempt: () => Promise<void>) {
    this.#environment = environment;
    this.#name = name;
    this.#attempt = attempt;
    this.#stopListening = environment.onWake(() => void this.syncNow());
  }

  /** Resolves after an attempt that began after this call, or at once if the server asked to wait; never rejects. */
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

  /** Runs a task while no attempt is running in any tab; rejects as the task does. */
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

  /** `hold`: the ms that the server asked to wait. */
  #scheduleNext(hold = 0): void {
    this.#isHeld = hold > 0;
    const delay = hold > 0 ? hold * this.#spread(1) : this.#delay();
    this.#cancelTimer = this.#environment.after(delay, () => this.#onTimer());
  }

  #onTimer(): void {
    this.#isHeld = false;
    // A hidden page does not poll, it only retries after a failure.
    if (this.#failures === 0 && !this.#environment.isVisible()) return;
    if (this.#failures === 0 && this.isLive()) this.#scheduleNext();
    else void this.syncNow();
  }

  #delay(): number {
    if (this.#failures === 0) return POLL_MS;
    return backoff(this.#failures, MAX_BACKOFF_MS) * this.#spread(0.75);
  }

  /** Returns a factor from `least` up to half more, so that phones do not come back all at once. */
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

/** The ms that the server asked to wait before the next attempt; undefined if it did not. */
function holdOf(error: unknown): number | undefined {
  if (!(error instanceof CallFailed) || error.code !== 'too-many-requests') return undefined;
  return Math.min(MAX_HOLD_MS, Math.max(1, error.retryAfter ?? 60) * 1000);
}

/** Exponential backoff after this many failures, from one second up to `longest`, in ms; the caller adds jitter. */
export function backoff(failures: number, longest: number): number {
  return Math.min(longest, 1000 * 2 ** Math.min(Math.max(0, failures - 1), 9));
}
