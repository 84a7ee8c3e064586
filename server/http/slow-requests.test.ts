import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { startApp, until } from '#tests/support/server/app.ts';
import { get } from '#tests/support/server/http.ts';

const HEAD = 'POST /api/log-in HTTP/1.1\r\nHost: localhost\r\n';
const JSON_HEAD = `${HEAD}Origin: ORIGIN\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n`;

/** Sends the start of a request, then a little more every 20 ms. Returns the server's output until it closed the connection. */
function drip(url: string, beginning: string, more: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  let [said, dripping] = ['', undefined as NodeJS.Timeout | undefined];
  onTestFinished(() => void socket.destroy());
  socket.on('connect', () => {
    socket.write(beginning.replace('ORIGIN', url));
    dripping = setInterval(() => void socket.write(more), 20);
  });
  socket.on('data', (chunk) => {
    said += chunk.toString();
  });
  return new Promise((resolve) => {
    socket
      .on('error', () => undefined)
      .on('close', () => {
        clearInterval(dripping);
        resolve(said);
      });
  });
}

test.each([
  ['a connection that sends nothing', '', ''],
  ['a request line that never ends', 'POST /', 'a'],
  ['headers that never end', HEAD, 'X: y\r\n'],
  ['half the headers', HEAD, ''],
  ['a body that comes slowly', JSON_HEAD, ' '],
  ['half a body', `${JSON_HEAD}{"email":`, ''],
])('%s: the connection is closed, and others are answered meanwhile', async (_what, beginning, more) => {
  const { url } = await startApp({ change: () => ({ requestTimeoutMs: 2000 }) });
  // On a connection that is there already: a new one whose first request is read late would be closed too.
  await until(async () => (await get(url, '/api/health')).status === 200);
  const began = performance.now();
  const said = drip(url, beginning, more);
  expect((await get(url, '/api/health')).body).toEqual({ ok: true });
  expect(await said).toMatch(/^(HTTP\/1\.1 408 |$)/);
  const took = performance.now() - began;
  expect(took).toBeGreaterThan(1900);
  // Node's own limit is a minute.
  expect(took).toBeLessThan(30_000);
});
