import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { shareApp } from '#tests/support/server/app.ts';

const app = shareApp();

/** Sends bytes on a connection of their own; returns all that comes back. */
function answerTo(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(app().url).port), '127.0.0.1');
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(text));
    socket.end(bytes);
  });
}

test.each([
  ['no HTTP at all', 'hello\r\n\r\n', 400],
  ['a header with a control character', 'GET / HTTP/1.1\r\nHost: a\r\nx: \u0000\r\n\r\n', 400],
  ['two lengths', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', 400],
  ['headers beyond the limit', `GET / HTTP/1.1\r\nHost: a\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`, 431],
  ['no Host', 'GET /api/who-am-i HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
  ['an unknown expectation', 'GET / HTTP/1.1\r\nHost: a\r\nExpect: tea\r\nConnection: close\r\n\r\n', 417],
])('the reply to %s bears the security headers', async (_name, bytes, status) => {
  const text = await answerTo(bytes);
  expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  for (const header of ["content-security-policy: default-src 'none'", 'x-content-type-options: nosniff'])
    expect(text).toContain(header);
});

test('a request of HTTP/1.0 needs no Host', async () => {
  expect(await answerTo('GET /api/who-am-i HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.[01] 200 /);
});
