import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { newSchema } from '#tests/support/postgres/databases.ts';
import { Hosts, isPooled, refusePooler } from './hosts.ts';

/** A message of PostgreSQL's protocol: its type, its length and its content. */
function message(type: string, ...parts: readonly (string | number[])[]): Buffer {
  const content = Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(`${part}\0`) : Buffer.from(part))),
  );
  const length = Buffer.alloc(4);
  length.writeInt32BE(content.length + 4);
  return Buffer.concat([Buffer.from(type), length, content]);
}

const READY = message('Z', [0x49]);
const AUTHENTICATED = message('R', [0, 0, 0, 0]);
/** One row with a text column named pid. */
const row = (pid: string) =>
  Buffer.concat([
    message('T', [0, 1], 'pid', [0, 0, 0, 0, 0, 0, 0, 0, 0, 25, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0]),
    message('D', [0, 1, 0, 0, 0, pid.length, ...Buffer.from(pid)]),
    message('C', 'SELECT 1'),
  ]);

/** Listens on a port until the test ends; `serve` gets each connection. Returns its host and port. */
async function listen(serve: (socket: Socket) => void): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    serve(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Stands for a pooler in transaction mode with two connections: a client outside of a transaction gets the first free one. */
async function startPooler(): Promise<string> {
  const holders = new Map<string, Socket>();
  const lend = (socket: Socket) => {
    const own = [...holders].find(([, holder]) => holder === socket)?.[0];
    return own ?? (holders.has('7') ? '8' : '7');
  };
  const host = await listen((socket) => {
    let isStarted = false;
    socket.on('data', (data) => {
      if (!isStarted) {
        isStarted = true;
        socket.write(Buffer.concat([AUTHENTICATED, READY]));
        return;
      }
      if (data.toString('latin1', 0, 1) !== 'Q') return;
      const sql = data.toString('utf8', 5, data.length - 1);
      const pid = lend(socket);
      if (sql === 'BEGIN') holders.set(pid, socket);
      if (sql === 'COMMIT') holders.delete(pid);
      socket.write(Buffer.concat([sql.startsWith('SELECT') ? row(pid) : message('C', sql), READY]));
    });
  });
  return `postgres://framme@${host}/framme`;
}

test('a pooler in transaction mode is found, and refused with a sentence', async () => {
  const address = await startPooler();
  expect(await isPooled(address)).toBe(true);
  await expect(refusePooler(address)).rejects.toThrow(/^A pooler in transaction mode .* session mode\.$/);
});

test('a database that is reached directly is none', async () => {
  const address = await newSchema();
  expect(await isPooled(address)).toBe(false);
  await refusePooler(address);
});

test('a host that answers no query is passed over, and a later search does not wait for the one before', async () => {
  const silent = await listen((socket) => {
    socket.once('data', () => socket.write(Buffer.concat([AUTHENTICATED, READY])));
  });
  const hosts = new Hosts(`postgres://framme@${silent},127.0.0.1:1/framme`);
  for (const _attempt of [1, 2]) expect(await hosts.search()).toBe(false);
  expect([...hosts.passedOver.values()]).toEqual([expect.stringMatching(/timeout/i), 'ECONNREFUSED']);
});
