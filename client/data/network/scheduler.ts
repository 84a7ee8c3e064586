import type { Environment } from '#client/data/environment.ts';
import { backoff } from './backoff.ts';

/** The poll interval while the page is visible, in ms: below the 30 s of silence that the screens report. */
const POLL_MS = 25_000;
const MAX_BACKOFF_MS = 60_000;
/** The longest wait for the lock, in ms: a sleeping tab may hold it, and the server tolerates two senders. */
const LOCK_TIMEOUT_MS = 30_000;

/**
 * Schedules syncs: one attempt at a time across the tabs, polling while visible, exponential backoff after failures,
 * and at once after a tap, when the page becomes visible or the network returns.
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
  #isStopped = false;

  /** `attempt` rejects if the server could not be reached or failed. */
  constructor(environment: Environment, name: string, attempt: () => Promise<void>) {
    this.#environment = environment;
    this.#name = name;
    this.#attempt = attempt;
    this.#stopListening = environment.onWake(() => void this.syncNow());
  }

  /** Resolves after an attempt that began after this call; never rejects. */
  syncNow(): Promise<void> {
    if (this.#isStopped) return Promise.resolve();
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
    const hasSucceeded = await this.#withLock(this.#attempt).then(
      () => true,
      () => false,
    );
    this.#failures = hasSucceeded ? 0 : this.#failures + 1;
    if (!this.#isStopped) this.#scheduleNext();
  }

  #scheduleNext(): void {
    this.#cancelTimer = this.#environment.after(this.#delay(), () => this.#onTimer());
  }

  #onTimer(): void {
    // A hidden page does not poll, it only retries after a failure.
    if (this.#failures === 0 && !this.#environment.isVisible()) return;
    if (this.#failures === 0 && this.isLive()) this.#scheduleNext();
    else void this.syncNow();
  }

  #delay(): number {
    if (this.#failures === 0) return POLL_MS;
    const [byte = 0] = this.#environment.random(1);
    return backoff(this.#failures, MAX_BACKOFF_MS) * (0.75 + byte / 512);
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
