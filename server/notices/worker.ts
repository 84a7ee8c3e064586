import type { Logger } from 'pino';
import { isoTime } from '#domain/time.ts';
import { type QueuedNotice, type Store, StoreUnavailable } from '../store/port.ts';
import type { Channel } from './channel.ts';

const POLL_MS = 1000;
const TAKEN_AT_ONCE = 50;
/** A process that dies while it hands over gives its notices back after this time. */
const LEASE_MS = 60_000;
/** Five seconds, doubled at each attempt: the tenth comes after three quarters of an hour. */
const FIRST_RETRY_MS = 5000;
const ATTEMPTS = 10;

/** Hands due notices to the channel, one after the other, when nudged and every second. */
export class NoticeWorker {
  readonly #store: Store;
  readonly #channel: Channel;
  readonly #now: () => number;
  readonly #log: Logger;
  readonly #poll: NodeJS.Timeout;
  #round: Promise<void> | undefined;
  #wasNudged = false;
  #isStopped = false;

  constructor(parts: { store: Store; channel: Channel; now: () => number; log: Logger }) {
    this.#store = parts.store;
    this.#channel = parts.channel;
    this.#now = parts.now;
    this.#log = parts.log;
    this.#poll = setInterval(() => this.nudge(), POLL_MS);
    this.#poll.unref();
  }

  /** Looks for due notices soon; called after a commit that queued some. */
  nudge(): void {
    this.#wasNudged = true;
    if (this.#isStopped || this.#round !== undefined) return;
    this.#round = this.#work().finally(() => {
      this.#round = undefined;
    });
  }

  /** Resolves when nothing is being handed over any more. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#poll);
    await this.#round;
  }

  async #work(): Promise<void> {
    try {
      for (let isBusy = true; !this.#isStopped && (isBusy || this.#wasNudged); ) {
        this.#wasNudged = false;
        isBusy = await this.#handOverDue();
      }
    } catch (error) {
      const event = { error };
      if (error instanceof StoreUnavailable) this.#log.warn(event, 'notices wait for the store');
      else this.#log.error(event, 'the notices came to a halt');
    }
  }

  /** Out: whether there may be more. */
  async #handOverDue(): Promise<boolean> {
    const now = this.#now();
    const due = await this.#store.takeNotices(isoTime(now), isoTime(now + LEASE_MS), TAKEN_AT_ONCE);
    for (const queued of due) await this.#handOver(queued);
    return due.length > 0;
  }

  async #handOver(queued: QueuedNotice): Promise<void> {
    const { id, attempts } = queued;
    // Those before it may have taken their time, and its family is perhaps gone.
    if (!(await this.#store.isNoticePending(id))) return;
    try {
      await this.#channel(queued);
    } catch (error) {
      this.#log.warn({ notice: id, attempts, error }, 'a notice could not be sent');
      const retryAt = isoTime(this.#now() + FIRST_RETRY_MS * 2 ** (attempts - 1));
      await this.#store.settleNotice(id, attempts < ATTEMPTS ? { retryAt } : 'dropped');
      return;
    }
    await this.#store.settleNotice(id, { sentAt: isoTime(this.#now()) });
  }
}
