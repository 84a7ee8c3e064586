import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { shareApp, until } from '#tests/support/server/app.ts';

const app = shareApp();

const MEGABYTE = 1024 * 1024;

/** Sends a body without a session and without waiting for the reply. */
function upload(bytes: number) {
  const { url } = app();
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  const upload = { reply: '', socket };
  socket.on('data', (chunk) => {
    upload.reply += chunk.toString();
  });
  const head = [
    'POST /api/sync HTTP/1.1',
    'Host: localhost',
    `Origin: ${url}`,
    'Content-Type: application/json',
  ];
  socket.write(`${head.join('\r\n')}\r\nContent-Length: ${bytes}\r\n\r\n${' '.repeat(bytes)}`);
  return upload;
}

test('a flood of refused bodies is taken slowly', async () => {
  // The system's buffers take some six of them.
  const sent = upload(24 * MEGABYTE);
  await until(() => sent.reply.startsWith('HTTP/1.1 401 '));
  await pause(300);
  expect(sent.socket.writableLength).toBeGreaterThan(0);
});

test('who sends a body that is refused gets the reply, and may send again on the same connection', async () => {
  const sent = upload(MEGABYTE);
  await until(() => sent.reply.startsWith('HTTP/1.1 401 '));
  sent.socket.write('GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await until(() => sent.reply.includes('HTTP/1.1 200 '));
});
