import type { Logger } from 'pino';
import { isoTime } from '#domain/time.ts';
import { type NoticeQueue, type QueuedNotice, StoreUnavailable } from '../store/ports/store.ts';
import type { Channel } from './channel.ts';

const POLL_MS = 1000;
const TAKEN_AT_ONCE = 50;
/** The lease on taken notices: if the process dies while sending, they can be taken again after this time. */
const LEASE_MS = 60_000;
/** Five seconds, doubled at each attempt: the tenth comes after three quarters of an hour. */
const FIRST_RETRY_MS = 5000;
const MAX_ATTEMPTS = 10;

interface Deps {
  store: NoticeQueue;
  channel: Channel;
  /** The server's clock, in ms since 1970. */
  now: () => number;
  log: Logger;
}

/** Sends due notices through the channel, one after the other, when nudged and every second. */
export class NoticeWorker {
  readonly #store: NoticeQueue;
  readonly #channel: Channel;
  readonly #now: () => number;
  readonly #log: Logger;
  readonly #poll: NodeJS.Timeout;
  #round: Promise<void> | undefined;
  #isNudged = false;
  #isStopped = false;

  constructor({ store, channel, now, log }: Deps) {
    this.#store = store;
    this.#channel = channel;
    this.#now = now;
    this.#log = log;
    this.#poll = setInterval(() => this.nudge(), POLL_MS);
    this.#poll.unref();
  }

  /** Looks for due notices now; called after a commit that queued some. */
  nudge(): void {
    this.#isNudged = true;
    if (this.#isStopped || this.#round !== undefined) return;
    this.#round = this.#work().finally(() => {
      this.#round = undefined;
    });
  }

  /** Resolves when no notice is being sent any more. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#poll);
    await this.#round;
  }

  async #work(): Promise<void> {
    try {
      for (let isBusy = true; !this.#isStopped && (isBusy || this.#isNudged); ) {
        this.#isNudged = false;
        isBusy = await this.#sendDue();
      }
    } catch (error) {
      const event = { error };
      if (error instanceof StoreUnavailable) this.#log.warn(event, 'the store is unavailable; notices wait');
      else this.#log.error(event, 'sending notices failed');
    }
  }

  /** Returns true if there may be more. */
  async #sendDue(): Promise<boolean> {
    const now = this.#now();
    const due = await this.#store.takeNotices(isoTime(now), isoTime(now + LEASE_MS), TAKEN_AT_ONCE);
    for (const queued of due) await this.#send(queued);
    return due.length > 0;
  }

  async #send(queued: QueuedNotice): Promise<void> {
    const { id, attempts } = queued;
    // The notices before it may have taken long, and its account may have been deleted meanwhile.
    if (!(await this.#store.isNoticePending(id))) return;
    try {
      await this.#channel(queued);
    } catch (error) {
      this.#log.warn({ notice: id, attempts, error }, 'a notice could not be sent');
      const retryAt = isoTime(this.#now() + FIRST_RETRY_MS * 2 ** (attempts - 1));
      await this.#store.settleNotice(id, attempts < MAX_ATTEMPTS ? { retryAt } : 'dropped');
      return;
    }
    await this.#store.settleNotice(id, { sentAt: isoTime(this.#now()) });
  }
}
