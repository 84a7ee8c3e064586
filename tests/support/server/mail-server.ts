import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A mail as the server received it, parsed as a mail program does. */
export interface ReceivedMail {
  /** The recipients in the envelope, whatever its headers say. */
  recipients: string[];
  raw: string;
  mail: Email;
}

export interface MailServer {
  /** Settings for a Framme that sends its mail here. */
  env: { SMTP_URL: string; MAIL_FROM: string };
  /** All received mails, in order. */
  received: ReceivedMail[];
  stop(): Promise<void>;
}

/** Starts a real SMTP server on this machine that keeps its mails. */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, session, done) {
      const recipients = session.envelope.rcptTo.map(({ address }) => address);
      readAll(stream).then(async (raw) => {
        received.push({ recipients, raw, mail: await PostalMime.parse(raw) });
        done();
      }, done);
    },
    ...options,
  });
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  const env = { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Framme <framme@example.org>' };
  const stop = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return { env, received, stop };
}

/** Returns the first link in a mail. */
export function linkIn({ mail }: ReceivedMail): string {
  const [link] = /https?:\/\/\S+/.exec(mail.text ?? '') ?? [];
  if (!link) throw new Error('the mail holds no link');
  return link;
}

/** Returns the secret in the fragment of its link. */
export function secretIn(mail: ReceivedMail): string {
  return new URL(linkIn(mail)).hash.slice(1);
}

/** Returns the code in a mail, without its space. */
export function codeIn({ mail }: ReceivedMail): string {
  const [, first = '', second = ''] = /(\d{4})\u00a0(\d{4})/.exec(mail.text ?? '') ?? [];
  return first + second;
}

async function readAll(stream: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
