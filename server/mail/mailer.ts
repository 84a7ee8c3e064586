import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import type { SMTPTransportOptions, Transporter } from 'nodemailer';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import type { MailAddress, SmtpServer } from '../config/mail-settings.ts';
import { MAX_CONCURRENT } from '../load-limits/limit-numbers.ts';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

export type Mailer = Pick<MailQueue, 'send' | 'queue' | 'close'>;

interface QueueTimes {
  /** In ms after each failed attempt; then the mail is discarded. */
  retries: readonly number[];
  /** In ms, for `close`. */
  closing: number;
}

const DEFAULT_TIMES: QueueTimes = { retries: [5_000, 60_000, 300_000], closing: 5_000 };
interface Queued {
  mail: Mail;
  attempts: number;
  /** Monotonic, in ms. */
  since: number;
}

/** In memory only, since mails contain one-time links; a restart loses them. */
export class MailQueue {
  readonly #deliver: (mail: Mail) => Promise<void>;
  readonly #log: Logger;
  readonly #times: QueueTimes;
  readonly #waiting: Queued[] = [];
  readonly #retryTimers = new Set<NodeJS.Timeout>();
  readonly #sending = new Set<Promise<void>>();
  /** Neither delivered nor discarded, oldest first. */
  readonly #unsettled = new Set<Queued>();
  #isClosed = false;

  constructor(deliver: (mail: Mail) => Promise<void>, log: Logger, times: QueueTimes = DEFAULT_TIMES) {
    this.#deliver = deliver;
    this.#log = log;
    this.#times = times;
  }

  send(mail: Mail): void {
    if (this.#isClosed || this.#waiting.length + this.#retryTimers.size >= MAX_CONCURRENT.mailsWaiting) {
      this.#log.warn('a mail was not sent: the queue is full, or the server is shutting down');
      return;
    }
    const queued = { mail, attempts: 0, since: performance.now() };
    this.#unsettled.add(queued);
    this.#enqueue(queued);
  }

  /** Includes mails that are being sent. */
  queue(): { length: number; oldestMs: number } {
    const [oldest] = this.#unsettled;
    return { length: this.#unsettled.size, oldestMs: oldest ? performance.now() - oldest.since : 0 };
  }

  /** Waits briefly for deliveries in progress; queued mails are lost. */
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
    while (this.#sending.size < MAX_CONCURRENT.mails) {
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

/** RFC 5321, 4.2.1: for example an unknown address or a wrong password. */
function isPermanent(error: unknown): boolean {
  const code = error instanceof Error && 'responseCode' in error ? error.responseCode : 0;
  return typeof code === 'number' && code >= 500;
}

/** In ms; `reply` includes the greeting. */
interface SmtpTimeouts {
  connect: number;
  reply: number;
}

const DEFAULT_TIMEOUTS: SmtpTimeouts = { connect: 10_000, reply: 20_000 };

/** Prevents auto-replies (RFC 3834, section 5). */
const HEADERS = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' };

export function createMailer({ smtp, mailFrom, publicOrigin }: Config, log: Logger): Mailer | undefined {
  return smtp && mailFrom && new MailQueue(deliverBySmtp(smtp, mailFrom, publicOrigin), log);
}

/** For EHLO (RFC 5321, section 4.1.1.1): relays refuse nodemailer's default, an address in brackets. */
function greetingName(publicOrigin: string | undefined, { address }: MailAddress): string {
  const host = publicOrigin === undefined ? '' : new URL(publicOrigin).hostname;
  const isName = host.includes('.') && !host.startsWith('[') && isIP(host) === 0;
  return isName ? host : domainToASCII(address.slice(address.lastIndexOf('@') + 1));
}

/** Rejects with the server's reply or a timeout. */
export function deliverBySmtp(
  smtp: SmtpServer,
  from: MailAddress,
  publicOrigin?: string,
  timeouts: SmtpTimeouts = DEFAULT_TIMEOUTS,
): (mail: Mail) => Promise<void> {
  // The library takes 27 MB, and most servers send no mail.
  let transport: Promise<Transporter> | undefined;
  const name = greetingName(publicOrigin, from);
  return async ({ to, subject, text, html }) => {
    transport ??= import('nodemailer').then((library) =>
      library.createTransport(optionsFor(smtp, name, timeouts)),
    );
    // An address in an object is never parsed as a list of addresses.
    const recipient = { name: '', address: to };
    const content = { subject, text, html, textEncoding: 'quoted-printable' as const };
    const guarded = { ...content, disableFileAccess: true, disableUrlAccess: true };
    await (await transport).sendMail({ from, to: recipient, headers: HEADERS, ...guarded });
  };
}

function optionsFor(
  { host, port, encryption, login }: SmtpServer,
  name: string,
  { connect, reply }: SmtpTimeouts,
): SMTPTransportOptions {
  return {
    host,
    port,
    name,
    secure: encryption === 'tls',
    requireTLS: encryption === 'starttls',
    ignoreTLS: encryption === 'none',
    ...(login && { auth: { user: login.user, pass: login.password } }),
    connectionTimeout: connect,
    dnsTimeout: connect,
    greetingTimeout: reply,
    socketTimeout: reply,
  };
}

const TIMEOUTS = { connect: 5000, reply: 5000 };

/** Sends nothing; rejects with the server's reply or a timeout. */
export async function tryMailServer(
  smtp: SmtpServer,
  from: MailAddress,
  publicOrigin: string | undefined,
): Promise<void> {
  const { createTransport } = await import('nodemailer');
  const transport = createTransport(optionsFor(smtp, greetingName(publicOrigin, from), TIMEOUTS));
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}
