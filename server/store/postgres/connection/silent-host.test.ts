import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { Hosts } from './hosts.ts';

const AUTHENTICATED = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0]);
const READY = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);

/** Listens like a host that stalls as soon as somebody is logged in: no query is answered, and no connection ends. */
async function startSilentHost(): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.write(Buffer.concat([AUTHENTICATED, READY])));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('a host that answers no query is passed over, and a later search does not wait for the one before', async () => {
  const silent = await startSilentHost();
  const hosts = new Hosts(`postgres://framme@${silent},127.0.0.1:1/framme`);
  for (const _attempt of [1, 2]) expect(await hosts.search()).toBe(false);
  expect([...hosts.passedOver.values()]).toEqual([expect.stringMatching(/timeout/i), 'ECONNREFUSED']);
});
