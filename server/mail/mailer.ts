import type { Logger } from 'pino';

/** A mail to one address, as plain text and HTML. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

export interface Mailer {
  /** Queues a mail and returns immediately. */
  send(mail: Mail): void;
  /** Returns the number of mails that wait or are being sent, and for how long the oldest has, in ms. */
  queue(): { length: number; oldestMs: number };
  /** Waits a moment for deliveries that are under way; queued mails are lost. */
  close(): Promise<void>;
}

export interface QueueTimes {
  /** Pause after each failed attempt, in ms; after the last one the mail is discarded. */
  retries: readonly number[];
  /** The longest wait of `close` for deliveries, in ms. */
  closing: number;
}

const DEFAULT_TIMES: QueueTimes = { retries: [5_000, 60_000, 300_000], closing: 5_000 };
const MAX_CONCURRENT = 2;
const MAX_QUEUED = 500;

interface Queued {
  mail: Mail;
  attempts: number;
  /** The time at which it came, in ms of the monotonic clock. */
  since: number;
}

/**
 * Queues mails in memory only: they contain one-time links, which must not be stored. A restart loses the queue, and the
 * parent requests the mail again. `deliver` sends one mail; it is retried if it rejects.
 */
export class MailQueue implements Mailer {
  readonly #deliver: (mail: Mail) => Promise<void>;
  readonly #log: Logger;
  readonly #times: QueueTimes;
  readonly #waiting: Queued[] = [];
  readonly #retryTimers = new Set<NodeJS.Timeout>();
  readonly #sending = new Set<Promise<void>>();
  /** The mails that are neither delivered nor given up, oldest first. */
  readonly #unsettled = new Set<Queued>();
  #isClosed = false;

  constructor(deliver: (mail: Mail) => Promise<void>, log: Logger, times: QueueTimes = DEFAULT_TIMES) {
    this.#deliver = deliver;
    this.#log = log;
    this.#times = times;
  }

  send(mail: Mail): void {
    if (this.#isClosed || this.#waiting.length + this.#retryTimers.size >= MAX_QUEUED) {
      this.#log.warn('a mail was not sent: the queue is full, or the server is shutting down');
      return;
    }
    const queued = { mail, attempts: 0, since: performance.now() };
    this.#unsettled.add(queued);
    this.#enqueue(queued);
  }

  queue(): { length: number; oldestMs: number } {
    const [oldest] = this.#unsettled;
    return { length: this.#unsettled.size, oldestMs: oldest ? performance.now() - oldest.since : 0 };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const lost = this.#waiting.length + this.#retryTimers.size;
    if (lost > 0) this.#log.warn({ lost }, 'mails were lost at the shutdown');
    this.#waiting.length = 0;
    for (const pause of this.#retryTimers) clearTimeout(pause);
    const timeout = Promise.withResolvers<void>();
    const timer = setTimeout(timeout.resolve, this.#times.closing);
    await Promise.race([Promise.all(this.#sending), timeout.promise]);
    clearTimeout(timer);
  }

  #enqueue(queued: Queued): void {
    this.#waiting.push(queued);
    this.#startNext();
  }

  #startNext(): void {
    while (this.#sending.size < MAX_CONCURRENT) {
      const next = this.#waiting.shift();
      if (!next) return;
      const sending = this.#attempt(next).finally(() => {
        this.#sending.delete(sending);
        this.#startNext();
      });
      this.#sending.add(sending);
    }
  }

  async #attempt(queued: Queued): Promise<void> {
    try {
      await this.#deliver(queued.mail);
      this.#unsettled.delete(queued);
    } catch (error) {
      queued.attempts += 1;
      this.#afterFailure(queued, error);
    }
  }

  #afterFailure(queued: Queued, error: unknown): void {
    const pause = isPermanent(error) ? undefined : this.#times.retries[queued.attempts - 1];
    const isGivenUp = pause === undefined || this.#isClosed;
    this.#log.warn({ error, attempts: queued.attempts, isGivenUp }, 'a mail could not be sent');
    if (isGivenUp) {
      this.#unsettled.delete(queued);
      return;
    }
    const timer = setTimeout(() => {
      this.#retryTimers.delete(timer);
      this.#enqueue(queued);
    }, pause);
    this.#retryTimers.add(timer.unref());
  }
}

/** True for a permanent error (RFC 5321, 4.2.1), for example an unknown address or a wrong password. */
function isPermanent(error: unknown): boolean {
  const code = error instanceof Error && 'responseCode' in error ? error.responseCode : 0;
  return typeof code === 'number' && code >= 500;
}
