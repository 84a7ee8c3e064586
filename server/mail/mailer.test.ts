import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { until } from '#tests/support/server/app.ts';
import { startMailServer } from '#tests/support/server/mail-server.ts';
import { readSmtpUrl, type SmtpServer } from '../config/mail-settings.ts';
import { createLog } from '../process/log.ts';
import { deliverBySmtp, type Mail, MailQueue } from './mailer.ts';

const ASTRID = 'astrid@example.org';
const mail: Mail = { to: ASTRID, subject: 'Hej på dig', text: 'Räksmörgås', html: '<p>Räksmörgås</p>' };
const from = { name: 'Framme, på Ängen', address: 'framme@example.org' };

function keptLog() {
  const log = { text: '' };
  const keep = (line: string) => {
    log.text += line;
  };
  const logger = createLog('trace', { write: keep });
  return { log, logger };
}

function smtpAt(url: string): SmtpServer {
  const smtp = readSmtpUrl(url);
  if (!smtp || 'problem' in smtp) throw new Error('no mail server');
  return smtp;
}

async function mailServer(options = {}) {
  const server = await startMailServer(options);
  onTestFinished(server.stop);
  return server;
}

test('a mail is sent as text and HTML, marked as auto-generated', async () => {
  const { env, received } = await mailServer();
  await deliverBySmtp(smtpAt(env.SMTP_URL), from)(mail);
  expect(received).toHaveLength(1);
  const [first] = received;
  expect(first?.recipients).toEqual([ASTRID]);
  expect(first?.mail).toMatchObject({
    subject: mail.subject,
    from,
    to: [{ name: '', address: ASTRID }],
    text: `${mail.text}\n`,
    html: expect.stringContaining(mail.html),
  });
  expect(first?.mail.headers).toContainEqual(
    expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
  );
});

test.each([
  ['https://framme.example.se', 'framme.example.se'],
  ['https://192.0.2.7', 'example.org'],
  ['http://framme', 'example.org'],
])('at %s the mail server is greeted as %s', async (publicOrigin, name) => {
  const greetings: string[] = [];
  const { env } = await mailServer({
    onMailFrom: (_from: unknown, session: { hostNameAppearsAs: string }, done: () => void) => {
      greetings.push(session.hostNameAppearsAs);
      done();
    },
  });
  await deliverBySmtp(smtpAt(env.SMTP_URL), from, publicOrigin)(mail);
  expect(greetings).toEqual([name]);
});

test('a line break adds no header, and an address is never read as two', async () => {
  const { env, received } = await mailServer();
  const deliver = deliverBySmtp(smtpAt(env.SMTP_URL), { ...from, name: 'A\r\nBcc: eva@example.org' });
  await deliver({ ...mail, subject: 'Hej\r\nBcc: eva@example.org\r\n\r\n<b>' });
  await deliver({ ...mail, to: 'a@example.org,eva@example.org' }).catch(() => undefined);
  await deliver({ ...mail, to: 'a@example.org>\r\nRCPT TO:<eva@example.org' }).catch(() => undefined);
  expect(received[0]?.recipients).toEqual([ASTRID]);
  expect(received[0]?.raw).not.toMatch(/^bcc:/im);
  expect(received.flatMap(({ recipients }) => recipients)).not.toContain('eva@example.org');
});

test('a login is sent only over an encrypted connection, unless encryption is switched off', async () => {
  const seen: string[] = [];
  const { env } = await mailServer({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: (auth: { username: string }, _session: unknown, done: (e: null, r: object) => void) => {
      seen.push(auth.username);
      done(null, { user: 1 });
    },
  });
  const { port } = new URL(env.SMTP_URL);
  const login = { user: 'framme', password: 'geheim' };
  const server: SmtpServer = { host: '127.0.0.1', port: Number(port), encryption: 'starttls', login };
  await expect(deliverBySmtp(server, from)(mail)).rejects.toThrow(/STARTTLS/);
  expect(seen).toEqual([]);
  await deliverBySmtp({ ...server, encryption: 'none' }, from)(mail);
  expect(seen).toEqual(['framme']);
});

test('a mail that could not be sent is retried, and the log names no recipient', async () => {
  let refusals = 2;
  const { env, received } = await mailServer({
    onRcptTo: ({ address }: { address: string }, _session: unknown, done: (error?: Error) => void) => {
      refusals -= 1;
      done(refusals >= 0 ? Object.assign(new Error(`later, ${address}`), { responseCode: 451 }) : undefined);
    },
  });
  const { log, logger } = keptLog();
  const queue = new MailQueue(deliverBySmtp(smtpAt(env.SMTP_URL), from), logger, {
    retries: [1, 1],
    closing: 1000,
  });
  queue.send(mail);
  await until(() => received.length === 1);
  expect(log.text.match(/a mail could not be sent/g)).toHaveLength(2);
  expect(log.text).not.toContain(ASTRID);
  await queue.close();
});

test('a permanently refused mail is not retried, and one waiting at shutdown is lost', async () => {
  const { log, logger } = keptLog();
  let attempts = 0;
  const failing = (responseCode: number) => async () => {
    attempts += 1;
    throw Object.assign(new Error('no'), { responseCode });
  };
  const refused = new MailQueue(failing(550), logger, { retries: [1, 1, 1], closing: 1000 });
  refused.send(mail);
  await until(() => log.text.includes('"isGivenUp":true'));
  expect(attempts).toBe(1);
  const waiting = new MailQueue(failing(451), logger, { retries: [60_000], closing: 1000 });
  waiting.send(mail);
  await until(() => attempts === 2);
  await waiting.close();
  expect(log.text).toContain('"lost":1');
  waiting.send(mail);
  expect(attempts).toBe(2);
});

test('a mail server that hangs delays neither the next mails nor the shutdown', async () => {
  const taken: Socket[] = [];
  const silent = createServer((socket) => void taken.push(socket.on('error', () => undefined)));
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  onTestFinished(() => {
    for (const socket of taken) socket.destroy();
    silent.close();
  });
  const { port } = silent.address() as AddressInfo;
  const { log, logger } = keptLog();
  const queueWithin = (ms: number) => {
    const deliver = deliverBySmtp(smtpAt(`smtp://127.0.0.1:${port}`), from, undefined, {
      connect: ms,
      reply: ms,
    });
    return new MailQueue(deliver, logger, { retries: [], closing: 20 });
  };
  const failures = () => log.text.match(/a mail could not be sent/g)?.length ?? 0;
  const queue = queueWithin(200);
  for (let i = 0; i < 3; i += 1) queue.send(mail);
  await until(() => failures() === 3);
  await queue.close();
  const patient = queueWithin(600_000);
  for (let i = 0; i < 2; i += 1) patient.send(mail);
  await until(() => taken.length === 3 + 2);
  await patient.close();
  // These two still hang, for ten minutes.
  expect(failures()).toBe(3);
});

test('the queue tells its length and the age of its oldest mail, also of one that waits for its next try', async () => {
  const { logger } = keptLog();
  const results: PromiseWithResolvers<void>[] = [];
  const deliver = () => {
    const result = Promise.withResolvers<void>();
    results.push(result);
    return result.promise;
  };
  const queue = new MailQueue(deliver, logger, { retries: [1], closing: 0 });
  onTestFinished(() => queue.close());
  expect(queue.queue()).toEqual({ length: 0, oldestMs: 0 });
  queue.send(mail);
  queue.send(mail);
  results[0]?.resolve();
  await until(() => queue.queue().length === 1);
  results[1]?.reject(new Error('later'));
  await until(() => results.length === 3);
  expect(queue.queue().length).toBe(1);
  expect(queue.queue().oldestMs).toBeGreaterThan(0);
  results[2]?.reject(new Error('never'));
  await until(() => queue.queue().length === 0);
});
