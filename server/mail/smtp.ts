import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
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
  { smtp, mailFrom, publicOrigin }: Pick<Config, 'smtp' | 'mailFrom' | 'publicOrigin'>,
  log: Logger,
): Mailer | undefined {
  return smtp && mailFrom && new MailQueue(deliverBySmtp(smtp, mailFrom, publicOrigin), log);
}

/** The name for EHLO (RFC 5321, section 4.1.1.1): relays refuse nodemailer's own, an address in brackets. */
function greetingName(publicOrigin: string | undefined, { address }: MailAddress): string {
  const host = publicOrigin === undefined ? '' : new URL(publicOrigin).hostname;
  const isName = host.includes('.') && !host.startsWith('[') && isIP(host) === 0;
  return isName ? host : domainToASCII(address.slice(address.lastIndexOf('@') + 1));
}

/** Returns a function that delivers a mail; it resolves once the server accepted it, and rejects with its reply or a timeout. */
export function deliverBySmtp(
  smtp: SmtpServer,
  from: MailAddress,
  publicOrigin?: string,
  timeouts: SmtpTimeouts = DEFAULT_TIMEOUTS,
): (mail: Mail) => Promise<void> {
  // Loaded on first use: the library takes 27 MB, and most hosts send no mail.
  let transport: Promise<Transporter> | undefined;
  const name = greetingName(publicOrigin, from);
  return async ({ to, subject, text, html }) => {
    transport ??= import('nodemailer').then((library) =>
      library.createTransport(optionsFor(smtp, name, timeouts)),
    );
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

/** Connects to the mail server and logs in, without sending anything. Rejects with its reply or a timeout. */
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
