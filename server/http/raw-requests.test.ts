import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { calls } from '#domain/protocol/calls.ts';
import { LIVE_PATH } from '#domain/protocol/live.ts';
import { registerHousehold } from '#tests/support/people/household.ts';
import { shareApp, startApp, until } from '#tests/support/server/app.ts';
import { get } from '#tests/support/server/http.ts';

let lookUps = 0;
const app = shareApp({
  calls: (store) => ({
    session(...given) {
      lookUps += 1;
      return store.session(...given);
    },
  }),
});

/** Sends bytes on a connection of their own; `replies` grows by what comes back. */
function sendBytes(bytes: string, url = app().url) {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  const sent = { socket, replies: '' };
  socket.on('data', (chunk) => {
    sent.replies += chunk.toString();
  });
  socket.write(bytes);
  return sent;
}

/** Sends bytes and nothing more. Returns all that comes back. */
async function answerTo(bytes: string): Promise<string> {
  const sent = sendBytes(bytes);
  sent.socket.end();
  await once(sent.socket, 'close');
  return sent.replies;
}

/** The head of a POST from a page of the app, whose body of so many bytes follows. */
const headOf = (path: string, url: string, bytes: number) =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\nOrigin: ${url}\r\nContent-Type: application/json\r\nContent-Length: ${bytes}\r\n\r\n`;

test.each([
  ['no HTTP at all', 'hello\r\n\r\n', 400],
  ['a header with a control character', 'GET / HTTP/1.1\r\nHost: a\r\nx: \u0000\r\n\r\n', 400],
  ['two lengths', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', 400],
  ['headers beyond the limit', `GET / HTTP/1.1\r\nHost: a\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`, 431],
  ['no Host', 'GET /api/who-am-i HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
  ['a malformed URL', 'GET /api/%zz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 400],
  ['an unknown expectation', 'GET / HTTP/1.1\r\nHost: a\r\nExpect: tea\r\nConnection: close\r\n\r\n', 417],
])('the reply to %s bears the security headers', async (_name, bytes, status) => {
  const text = await answerTo(bytes);
  expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  for (const header of ["content-security-policy: default-src 'none'", 'x-content-type-options: nosniff'])
    expect(text).toContain(header);
});

test('a malformed URL is an invalid request, and a request of HTTP/1.0 needs no Host', async () => {
  const reply = await answerTo('GET /api/%zz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  expect(reply).toMatch(/^HTTP\/1\.1 400 (.|\r|\n)*"invalid-request"/);
  expect(await answerTo('GET /api/who-am-i HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.[01] 200 /);
});

/** Requests of a session in one piece. */
const inOnePiece = (cookie: string, paths: readonly string[]) =>
  sendBytes(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: a\r\nCookie: ${cookie}\r\n\r\n`).join(''));

test('nothing is done for a request behind an unanswered one of its connection, nor once that is given up', async () => {
  const { url } = app();
  const { cookie } = await registerHousehold(url);
  lookUps = 0;
  const { socket } = inOnePiece(cookie, Array(12).fill(LIVE_PATH));
  await until(() => lookUps > 0);
  await get(url, '/api/health');
  socket.destroy();
  await get(url, calls.whoAmI.path, { cookie });
  await get(url, calls.whoAmI.path, { cookie });
  expect(lookUps).toBe(3);
});

test('requests in one piece are answered one after the other', async () => {
  const { cookie } = await registerHousehold(app().url);
  const sent = inOnePiece(cookie, [calls.whoAmI.path, '/api/nothing', '/api/health', calls.whoAmI.path]);
  await until(() => sent.replies.split('HTTP/1.1 ').length > 4);
  const statuses = [200, 404, 200, 200].map((code) => `HTTP/1.1 ${code}`);
  expect(sent.replies.match(/HTTP\/1\.1 \d+/g)).toEqual(statuses);
});

const MEGABYTE = 1024 * 1024;
/** A body without a session, sent without waiting for the reply. */
const upload = (bytes: number) => sendBytes(headOf('/api/sync', app().url, bytes) + ' '.repeat(bytes));

test('a flood of refused bodies is taken slowly', async () => {
  // The system's buffers take some six of them.
  const sent = upload(24 * MEGABYTE);
  await until(() => sent.replies.startsWith('HTTP/1.1 401 '));
  await pause(300);
  expect(sent.socket.writableLength).toBeGreaterThan(0);
});

test('who sends a body that is refused gets the reply, and may send again on the same connection', async () => {
  const sent = upload(MEGABYTE);
  await until(() => sent.replies.startsWith('HTTP/1.1 401 '));
  sent.socket.write('GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await until(() => sent.replies.includes('HTTP/1.1 200 '));
});

test('a sync without a session is refused before its body has arrived', async () => {
  const sent = sendBytes(`${headOf('/api/sync', app().url, MEGABYTE)}{`);
  await until(() => sent.replies.startsWith('HTTP/1.1 401 '));
});

test('an aborted request is not logged as an error', async () => {
  const aborted = await startApp({
    calls: (store) => ({
      async accountByEmail(emailKey) {
        // The record of the failed log-in looks the account up again; no second 'close' would come.
        if (!socket.closed) {
          socket.resetAndDestroy();
          await once(socket, 'close');
          await pause(50);
        }
        return store.accountByEmail(emailKey);
      },
    }),
  });
  const body = JSON.stringify({ email: 'a@example.org', password: 'gissning' });
  const { socket } = sendBytes(headOf('/api/log-in', aborted.url, body.length) + body, aborted.url);
  await until(() => /"msg":"(security|a call failed)"/.test(aborted.log.text));
  expect(aborted.log.text).not.toContain('a call failed');
});
