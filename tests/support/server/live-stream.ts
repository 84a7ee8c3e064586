import { type IncomingMessage, request } from 'node:http';
import { onTestFinished } from 'vitest';
import { LIVE_PATH, type LivePage } from '#domain/protocol/live.ts';

interface LiveEvent {
  name: string;
  id: string | undefined;
  data: unknown;
}

/** A stream of changes as a browser would hear it, over its own connection. */
export interface LiveStream {
  status: number;
  headers: IncomingMessage['headers'];
  /** The body of a refusal. */
  text: string;
  heard: LiveEvent[];
  /** Resolves when the server has ended it, or cut it off. */
  ended: Promise<void>;
  /** Stops reading, as a phone in a tunnel does. */
  stall(): void;
  read(): void;
  close(): void;
}

/** In: the cookie, and where to begin: a cursor for a first connection, or the last id of an earlier one. */
export function listen(
  url: string,
  { cookie = '', cursor, lastEventId }: { cookie?: string; cursor?: number; lastEventId?: string },
): Promise<LiveStream> {
  const address = url + LIVE_PATH + (cursor === undefined ? '' : `?cursor=${cursor}`);
  const headers = { cookie, ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }) };
  return new Promise((resolve, reject) => {
    const asking = request(address, { headers, agent: false }, (response) => resolve(hear(response)));
    asking.on('error', reject);
    asking.end();
  });
}

function hear(response: IncomingMessage): LiveStream {
  let unread = '';
  const ended = new Promise<void>((resolve) => void response.on('close', resolve));
  // A stream that is cut off is what some tests ask for.
  response.on('error', () => undefined);
  const stream: LiveStream = {
    status: response.statusCode ?? 0,
    headers: response.headers,
    text: '',
    heard: [],
    ended,
    stall: () => void response.pause(),
    read: () => void response.resume(),
    close: () => void response.destroy(),
  };
  response.setEncoding('utf8').on('data', (text: string) => {
    stream.text += text;
    const frames = (unread + text).split('\n\n');
    unread = frames.pop() ?? '';
    stream.heard.push(...frames.map(parse));
  });
  onTestFinished(stream.close);
  return stream;
}

function parse(frame: string): LiveEvent {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(frame)?.[1];
  return { name: field('event') ?? '', id: field('id'), data: JSON.parse(field('data') ?? 'null') };
}

/** The pages of the feed that a stream has brought. */
export function pagesOf({ heard }: LiveStream): LivePage[] {
  return heard.filter(({ name }) => name === 'changes').map(({ data }) => data as LivePage);
}

/** The names of what it heard but signs of life. */
export function namesOf({ heard }: LiveStream): string[] {
  return heard.map(({ name }) => name).filter((name) => name !== 'heartbeat');
}
