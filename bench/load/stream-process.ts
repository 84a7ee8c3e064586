import { connect, type Socket } from 'node:net';
import { LIVE_PATH } from '#domain/protocol/live.ts';
import type { BenchFamily } from '../families/stored-families.ts';
import { HttpConnection } from './http-connection.ts';
import { tap } from './tap.ts';

/** Messages to this process: open one stream for each of these families, or tap and time the readers. */
export type StreamOrder =
  | { port: number; idle: BenchFamily[] }
  | { tapping: BenchFamily; readers: number; taps: number };

/**
 * The number of open streams; or, for each tap, the ms until the last reader had it and until it was
 * answered.
 */
export type StreamResult = { open: number } | { reached: number[]; answered: number[] };

/** Streams opened at once: more would wait in the server's backlog. */
const AT_ONCE = 100;
const PAUSE = 30;

/** Holds thousands of live streams, in a separate process. */
let port = 0;
const held: Socket[] = [];

process.on('message', (order: StreamOrder) => {
  void ('idle' in order ? openAll(order) : timeTaps(order)).then((result) => process.send?.(result));
});

async function openAll(order: { port: number; idle: BenchFamily[] }): Promise<StreamResult> {
  port = order.port;
  const waiting = [...order.idle];
  const work = async () => {
    for (let family = waiting.pop(); family; family = waiting.pop()) held.push(await openStream(family));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { open: held.filter((socket) => !socket.destroyed).length };
}

/** Resolves at the first heartbeat. Calls `onVersion` for each version that the stream brings. */
function openStream(
  family: BenchFamily,
  onVersion: (version: number) => void = () => undefined,
): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1' });
  socket.write(
    `GET ${LIVE_PATH}?cursor=${family.cursor} HTTP/1.1\r\nhost: localhost:${port}\r\ncookie: framme=${family.token}\r\n\r\n`,
  );
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('the server ended a stream')));
    socket.on('data', (chunk) => {
      const text = chunk.toString();
      if (text.includes('event: heartbeat')) resolve(socket);
      for (const [, version] of text.matchAll(/^id: (\d+)$/gm)) onVersion(Number(version));
    });
  });
}

async function timeTaps({ tapping, readers, taps }: { tapping: BenchFamily; readers: number; taps: number }) {
  let heard = 0;
  let onHeard: () => void = () => undefined;
  const hear = () => {
    heard += 1;
    if (heard === readers) onHeard();
  };
  for (let i = 0; i < readers; i++) held.push(await openStream(tapping, hear));
  const connection = new HttpConnection(port);
  const [reached, answered]: [number[], number[]] = [[], []];
  for (let i = 0; i < taps; i++) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    heard = 0;
    const all = new Promise<void>((resolve) => {
      onHeard = resolve;
    });
    const begun = performance.now();
    await tap(tapping, connection);
    answered.push(performance.now() - begun);
    await all;
    reached.push(performance.now() - begun);
  }
  return { reached, answered };
}
