import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { registerHousehold } from '#tests/support/people/household.ts';
import { get } from '#tests/support/server/http.ts';
import { startServer } from '#tests/support/server/server-process.ts';

/** Starts the server with a part that never ends, and short times for its shutdown. */
async function startStuck(STUCK: 'store' | 'notices' | 'nothing') {
  const server = await startServer({ entry: 'tests/support/server/stuck-server.ts', env: { STUCK } });
  onTestFinished(server.kill);
  return server;
}

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

test('a server that never gets rid of a notice ends all the same, and the next one has the tap', async () => {
  const server = await startStuck('notices');
  const phone = await registerHousehold(server.url);
  await phone.run('checkIn', await phone.addFriend(await phone.addChild()));
  const before = await phone.documents();
  expect(await server.stop()).toBe(1);
  const next = await startServer({ dataDir: server.dataDir });
  onTestFinished(next.kill);
  phone.url = next.url;
  expect(await phone.documents()).toEqual(before);
});
