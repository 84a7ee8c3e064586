import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { get } from '#tests/support/server/http.ts';
import { startServer } from '#tests/support/server/server-process.ts';

/** Starts the server with a part that never ends, and other times for its shutdown. */
async function startStuck(STUCK: 'store' | 'nothing', lastTakenMs = 0) {
  const env = { STUCK, LAST_TAKEN_MS: String(lastTakenMs) };
  const server = await startServer({ entry: 'tests/support/server/stuck-server.ts', env });
  onTestFinished(server.kill);
  return server;
}

function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  return new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  }).finally(() => socket.destroy());
}

test('a connection that was taken just before the end gets its answer', async () => {
  const server = await startStuck('nothing', 5000);
  const port = Number(new URL(server.url).port);
  const sockets = Array.from({ length: 20 }, () => connect(port, '127.0.0.1'));
  const statuses = sockets.map(async (socket) => (await text(socket).catch(() => '')).slice(0, 12));
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  // Not before the server has taken them.
  await get(server.url, '/healthz');
  const ended = server.stop();
  while (await isListening(port)) await new Promise((resolve) => setTimeout(resolve, 2));
  for (const [index, socket] of sockets.entries()) {
    socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n');
    // The others ask once the server has turned to the first ones since.
    if (index < 5) await statuses[index];
  }
  expect(await Promise.all(statuses)).toEqual(sockets.map(() => 'HTTP/1.1 200'));
  expect(await ended).toBe(0);
});

test('a request that never arrives whole is cut off at a shutdown', async () => {
  const server = await startStuck('nothing');
  const slow = connect(Number(new URL(server.url).port), '127.0.0.1').on('error', () => undefined);
  slow.write('POST /api/log-out HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n');
  const closed = once(slow, 'close');
  // The server has taken the connection by then.
  await get(server.url, '/healthz');
  expect(await server.stop()).toBe(0);
  await closed;
});

test('a server whose store never closes ends all the same', async () => {
  const server = await startStuck('store');
  expect(await server.stop()).toBe(1);
});
