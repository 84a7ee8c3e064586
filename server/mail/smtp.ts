import type { SMTPTransportOptions } from 'nodemailer';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import type { MailAddress, SmtpServer } from '../config/mail-settings.ts';
import { type Mail, type Mailer, MailQueue } from './mailer.ts';

/** How long a mail server may take to connect, to greet, and to answer each command, in ms. */
export interface SmtpPatience {
  connecting: number;
  answering: number;
}

const USUAL: SmtpPatience = { connecting: 10_000, answering: 20_000 };

/** Says that a machine wrote it, so that no machine writes back (RFC 3834, section 5). */
const HEADERS = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' };

/** The mailer that the settings name; undefined where they name none. */
export function mailerFor(
  { smtp, mailFrom }: Pick<Config, 'smtp' | 'mailFrom'>,
  log: Logger,
): Mailer | undefined {
  return smtp && mailFrom && new MailQueue(deliverBySmtp(smtp, mailFrom), log);
}

/** Delivers mails to a mail server. Out: resolves when it took the mail, rejects with its answer or the lack of one. */
export function deliverBySmtp(
  smtp: SmtpServer,
  from: MailAddress,
  patience: SmtpPatience = USUAL,
): (mail: Mail) => Promise<void> {
  // The library takes 27 MB, and most hosts send no mail.
  const opened = lazily(async () => {
    const { createTransport } = await import('nodemailer');
    return createTransport(optionsFor(smtp, patience));
  });
  return async ({ to, subject, text, html }) => {
    const transport = await opened();
    // An address given by itself is never read as a list of them.
    const recipient = { name: '', address: to };
    const content = { subject, text, html, textEncoding: 'quoted-printable' as const };
    await transport.sendMail({
      from,
      to: recipient,
      headers: HEADERS,
      ...content,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  };
}

function lazily<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}

function optionsFor(
  { host, port, encryption, login }: SmtpServer,
  { connecting, answering }: SmtpPatience,
): SMTPTransportOptions {
  return {
    host,
    port,
    secure: encryption === 'tls',
    requireTLS: encryption === 'starttls',
    ignoreTLS: encryption === 'none',
    ...(login && { auth: { user: login.user, pass: login.password } }),
    connectionTimeout: connecting,
    dnsTimeout: connecting,
    greetingTimeout: answering,
    socketTimeout: answering,
  };
}
