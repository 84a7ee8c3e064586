import type { SMTPTransportOptions, Transporter } from 'nodemailer';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import type { MailAddress, SmtpServer } from '../config/mail-settings.ts';
import { type Mail, type Mailer, MailQueue } from './mailer.ts';

/** Timeouts for connecting, and for the greeting and each reply, in ms. */
export interface SmtpTimeouts {
  connect: number;
  reply: number;
}

const DEFAULT_TIMEOUTS: SmtpTimeouts = { connect: 10_000, reply: 20_000 };

/** Marks the mail as automatic, so that no auto-responder replies (RFC 3834, section 5). */
const HEADERS = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' };

/** Creates the mailer of the settings, or returns undefined if they name no mail server. */
export function createMailer(
  { smtp, mailFrom }: Pick<Config, 'smtp' | 'mailFrom'>,
  log: Logger,
): Mailer | undefined {
  return smtp && mailFrom && new MailQueue(deliverBySmtp(smtp, mailFrom), log);
}

/** Returns a function that delivers a mail; it resolves once the server accepted it, and rejects with its reply or a timeout. */
export function deliverBySmtp(
  smtp: SmtpServer,
  from: MailAddress,
  timeouts: SmtpTimeouts = DEFAULT_TIMEOUTS,
): (mail: Mail) => Promise<void> {
  // Loaded on first use: the library takes 27 MB, and most hosts send no mail.
  let transport: Promise<Transporter> | undefined;
  return async ({ to, subject, text, html }) => {
    transport ??= import('nodemailer').then((library) => library.createTransport(optionsFor(smtp, timeouts)));
    // As an object, an address is never parsed as a list of addresses.
    const recipient = { name: '', address: to };
    const content = { subject, text, html, textEncoding: 'quoted-printable' as const };
    const guarded = { ...content, disableFileAccess: true, disableUrlAccess: true };
    await (await transport).sendMail({ from, to: recipient, headers: HEADERS, ...guarded });
  };
}

/** Returns the mailer's options of a mail server. */
function optionsFor(
  { host, port, encryption, login }: SmtpServer,
  { connect, reply }: SmtpTimeouts,
): SMTPTransportOptions {
  return {
    host,
    port,
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

/** Connects to the mail server and logs in, without sending anything. Rejects with its reply or a timeout. */
export async function tryMailServer(smtp: SmtpServer): Promise<void> {
  const { createTransport } = await import('nodemailer');
  const transport = createTransport(optionsFor(smtp, TIMEOUTS));
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}
