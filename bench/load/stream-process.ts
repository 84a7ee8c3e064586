import { connect, type Socket } from 'node:net';
import { VISIT_STREAM } from '#domain/protocol/link-calls.ts';
import { LIVE_PATH } from '#domain/protocol/live.ts';
import type { BenchFamily } from '../families/stored-families.ts';
import { HttpConnection } from './http-connection.ts';
import { tap } from './tap.ts';

/** Messages to this process: open a stream for each of these families, or links to visits, or tap and time the readers. */
export type StreamOrder =
  | { port: number; idle: BenchFamily[] }
  | { port: number; links: string[] }
  | { tapping: BenchFamily; readers: number; taps: number };

/**
 * The number of open streams; or, for each tap, the ms until the last reader had it and until it was
 * answered.
 */
export interface StreamResult {
  open?: number;
  reached?: number[];
  answered?: number[];
}

/** Streams opened at once: more would wait in the server's backlog. */
const AT_ONCE = 100;
const PAUSE = 30;

/** Holds thousands of live streams, in a separate process. */
let port = 0;
let visits = 0;
const held: Socket[] = [];

process.on('message', (order: StreamOrder) => {
  void resultOf(order).then((result) => process.send?.(result));
});

function resultOf(order: StreamOrder): Promise<StreamResult> {
  if ('tapping' in order) return timeTaps(order);
  port = order.port;
  if ('links' in order) return openAll(order.links, openVisit);
  return openAll(order.idle, (family) => openStream(family));
}

async function openAll<T>(all: readonly T[], open: (one: T) => Promise<Socket>): Promise<StreamResult> {
  const waiting = [...all];
  const work = async () => {
    for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) held.push(await open(one));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { open: held.filter((socket) => !socket.destroyed).length };
}

/** Resolves at the first heartbeat. Calls `onVersion` for each version that the stream brings. */
function openStream(family: BenchFamily, onVersion?: (version: number) => void): Promise<Socket> {
  const head = `GET ${LIVE_PATH}?cursor=${family.cursor} HTTP/1.1\r\nhost: localhost:${port}\r\ncookie: framme=${family.token}\r\n\r\n`;
  return openSocket(head, 'event: heartbeat', onVersion);
}

/** Opens the stream of a visit, from one of 250 addresses, each of which may have a hundred. Resolves when the visit was shown. */
function openVisit(link: string): Promise<Socket> {
  const body = JSON.stringify({ link });
  visits += 1;
  const head =
    `POST ${VISIT_STREAM} HTTP/1.1\r\nhost: localhost:${port}\r\norigin: http://localhost:${port}\r\nx-forwarded-for: 10.0.0.${visits % 250}\r\n` +
    `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`;
  return openSocket(head + body, 'event: visit');
}

function openSocket(
  sent: string,
  firstEvent: string,
  onVersion: (version: number) => void = () => undefined,
): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1' });
  socket.write(sent);
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('the server ended a stream')));
    socket.on('data', (chunk) => {
      const text = chunk.toString();
      if (text.includes(firstEvent)) resolve(socket);
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
