import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A mail that a real mail server took, read as a mail program would. */
export interface TakenMail {
  /** Whom the envelope names, whatever the mail itself says. */
  recipients: string[];
  raw: string;
  mail: Email;
}

export interface MailServer {
  /** The settings of a server that sends its mail here. */
  env: { SMTP_URL: string; MAIL_FROM: string };
  /** All mails that were taken, in their order. */
  taken: TakenMail[];
  stop(): Promise<void>;
}

/** A real mail server on this machine that keeps what it takes. */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const taken: TakenMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, session, done) {
      const recipients = session.envelope.rcptTo.map(({ address }) => address);
      readAll(stream).then(async (raw) => {
        taken.push({ recipients, raw, mail: await PostalMime.parse(raw) });
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
  return { env, taken, stop };
}

/** The link of a mail, as a mail program shows it. */
export function linkIn({ mail }: TakenMail): string {
  const [link] = /https?:\/\/\S+/.exec(mail.text ?? '') ?? [];
  if (!link) throw new Error('the mail holds no link');
  return link;
}

/** The secret behind the # of a mail's link. */
export function secretIn(mail: TakenMail): string {
  return new URL(linkIn(mail)).hash.slice(1);
}

async function readAll(stream: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
