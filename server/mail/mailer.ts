import type { Logger } from 'pino';

/** A mail to one address, in both forms. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

export interface Mailer {
  /** Takes a mail and returns at once: it goes out soon, and nobody waits for it. */
  send(mail: Mail): void;
  /** Gives what is being sent a moment to end; what still waits is lost. */
  close(): Promise<void>;
}

export interface MailTimes {
  /** How long to wait after each failure; after the last the mail is given up. In ms. */
  retries: readonly number[];
  /** How long a close waits for a mail server that does not answer, in ms. */
  closing: number;
}

const USUAL: MailTimes = { retries: [5_000, 60_000, 300_000], closing: 5_000 };
const AT_ONCE = 2;
const MOST_KEPT = 500;

interface Queued {
  mail: Mail;
  attempts: number;
}

/**
 * Keeps mails in memory alone until they are delivered: they hold links that open accounts, which belong in no file.
 * A restart loses what waits, and the parent asks again. In: how to deliver one; a rejection is tried again.
 */
export class MailQueue implements Mailer {
  readonly #deliver: (mail: Mail) => Promise<void>;
  readonly #log: Logger;
  readonly #times: MailTimes;
  readonly #waiting: Queued[] = [];
  readonly #pausing = new Set<NodeJS.Timeout>();
  readonly #sending = new Set<Promise<void>>();
  #isClosed = false;

  constructor(deliver: (mail: Mail) => Promise<void>, log: Logger, times: MailTimes = USUAL) {
    this.#deliver = deliver;
    this.#log = log;
    this.#times = times;
  }

  send(mail: Mail): void {
    if (this.#isClosed || this.#waiting.length + this.#pausing.size >= MOST_KEPT) {
      this.#log.warn('a mail was not sent: too many wait, or the server is ending');
      return;
    }
    this.#take({ mail, attempts: 0 });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const lost = this.#waiting.length + this.#pausing.size;
    if (lost > 0) this.#log.warn({ lost }, 'mails were lost at the end of the server');
    this.#waiting.length = 0;
    for (const pause of this.#pausing) clearTimeout(pause);
    const patience = Promise.withResolvers<void>();
    const timer = setTimeout(patience.resolve, this.#times.closing);
    await Promise.race([Promise.all(this.#sending), patience.promise]);
    clearTimeout(timer);
  }

  #take(queued: Queued): void {
    this.#waiting.push(queued);
    this.#work();
  }

  #work(): void {
    while (this.#sending.size < AT_ONCE) {
      const next = this.#waiting.shift();
      if (!next) return;
      const sending = this.#hand(next).finally(() => {
        this.#sending.delete(sending);
        this.#work();
      });
      this.#sending.add(sending);
    }
  }

  async #hand({ mail, attempts }: Queued): Promise<void> {
    try {
      await this.#deliver(mail);
    } catch (error) {
      this.#afterFailure({ mail, attempts: attempts + 1 }, error);
    }
  }

  #afterFailure(queued: Queued, error: unknown): void {
    const pause = isFinal(error) ? undefined : this.#times.retries[queued.attempts - 1];
    const isGivenUp = pause === undefined || this.#isClosed;
    this.#log.warn({ error, attempts: queued.attempts, isGivenUp }, 'a mail could not be sent');
    if (isGivenUp) return;
    const timer = setTimeout(() => {
      this.#pausing.delete(timer);
      this.#take(queued);
    }, pause);
    this.#pausing.add(timer.unref());
  }
}

/** The mail server said no for good (RFC 5321, 4.2.1): an address that does not exist, a wrong password. */
function isFinal(error: unknown): boolean {
  const code = error instanceof Error && 'responseCode' in error ? error.responseCode : 0;
  return typeof code === 'number' && code >= 500;
}
