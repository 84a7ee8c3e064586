import type { Environment } from '#client/data/environment.ts';

/** While the page is seen, the server is asked this often, in ms. */
const POLL = 30_000;
const LONGEST_PAUSE = 60_000;
/** A tab that sleeps with the lock is waited for this long, in ms; the server keeps two senders apart all the same. */
const LOCK_PATIENCE = 30_000;

/**
 * Decides when the server is asked: one attempt at a time across the tabs, again after a while, ever later after
 * failures, and at once when the parent taps, looks or is back online.
 */
export class Drain {
  readonly #environment: Environment;
  readonly #name: string;
  readonly #attempt: () => Promise<void>;
  readonly #stopListening: () => void;
  /** Somebody else tells what changes, so that asking now and then is not needed. */
  isTold: () => boolean = () => false;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  #cancelTimer = () => {};
  #failures = 0;
  #stopped = false;

  /** `attempt` rejects where the server could not be reached or did not answer well. */
  constructor(environment: Environment, name: string, attempt: () => Promise<void>) {
    this.#environment = environment;
    this.#name = name;
    this.#attempt = attempt;
    this.#stopListening = environment.onWake(() => void this.now());
  }

  /** Resolves after an attempt that began after this call; never rejects. */
  now(): Promise<void> {
    if (this.#stopped) return Promise.resolve();
    if (!this.#running) {
      this.#running = this.#run().finally(() => {
        this.#running = undefined;
      });
      return this.#running;
    }
    this.#next ??= this.#running.then(() => {
      this.#next = undefined;
      return this.now();
    });
    return this.#next;
  }

  stop(): void {
    this.#stopped = true;
    this.#cancelTimer();
    this.#stopListening();
  }

  /** Runs other work when no attempt is under way in any tab; rejects with what it rejects with. */
  async between(work: () => Promise<void>): Promise<void> {
    await this.#running;
    await this.#alone(work);
  }

  async #run(): Promise<void> {
    this.#cancelTimer();
    const isDone = await this.#alone(this.#attempt).then(
      () => true,
      () => false,
    );
    this.#failures = isDone ? 0 : this.#failures + 1;
    if (!this.#stopped) this.#waitForNext();
  }

  #waitForNext(): void {
    this.#cancelTimer = this.#environment.after(this.#pause(), () => this.#wake());
  }

  #wake(): void {
    // A page in the background asks again only for what is unsent; else it asks when it is seen again.
    if (this.#failures === 0 && !this.#environment.isVisible()) return;
    if (this.#failures === 0 && this.isTold()) this.#waitForNext();
    else void this.now();
  }

  #pause(): number {
    if (this.#failures === 0) return POLL;
    const [dice = 0] = this.#environment.random(1);
    return Math.min(LONGEST_PAUSE, 1000 * 2 ** Math.min(this.#failures - 1, 6)) * (0.75 + dice / 512);
  }

  async #alone(attempt: () => Promise<void>): Promise<void> {
    const { locks } = this.#environment;
    if (!locks) return attempt();
    const patience = new AbortController();
    const stop = this.#environment.after(LOCK_PATIENCE, () => patience.abort());
    let isMine = false;
    const work = () => {
      isMine = true;
      stop();
      return attempt();
    };
    try {
      await locks.request(this.#name, { signal: patience.signal }, work);
    } catch (error) {
      if (isMine) throw error;
      await attempt();
    } finally {
      stop();
    }
  }
}
