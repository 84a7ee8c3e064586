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

const SLOW: Record<string, readonly [beginning: string, more: string]> = {
  'a connection that sends nothing': ['', ''],
  'a request line that never ends': ['POST /', 'a'],
  'headers that never end': [HEAD, 'X: y\r\n'],
  'half the headers': [HEAD, ''],
  'a body that comes slowly': [JSON_HEAD, ' '],
  'half a body': [`${JSON_HEAD}{"email":`, ''],
};

test('a connection whose request never arrives whole is closed, and others are answered meanwhile', async () => {
  const { url } = await startApp({ change: () => ({ requestTimeoutMs: 2000 }) });
  // On a connection that is there already: a new one whose first request is read late would be closed too.
  await until(async () => (await get(url, '/api/health')).status === 200);
  const began = performance.now();
  const slow = Object.entries(SLOW).map(async ([what, [beginning, more]]) => {
    const said = await drip(url, beginning, more);
    return { what, said, took: performance.now() - began };
  });
  expect((await get(url, '/api/health')).body).toEqual({ ok: true });
  for (const { what, said, took } of await Promise.all(slow)) {
    expect(said, what).toMatch(/^(HTTP\/1\.1 408 |$)/);
    expect(took, what).toBeGreaterThan(1900);
    // Node's own limit is a minute.
    expect(took, what).toBeLessThan(30_000);
  }
});
