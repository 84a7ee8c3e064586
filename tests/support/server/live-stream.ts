import { type IncomingMessage, type RequestOptions, request } from 'node:http';
import { onTestFinished } from 'vitest';
import { VISIT_STREAM } from '#domain/protocol/link-calls.ts';
import { LIVE_PATH, type LivePage } from '#domain/protocol/live.ts';

interface LiveEvent {
  name: string;
  id: string | undefined;
  data: unknown;
}

/** A live stream on a connection of its own. */
export interface LiveStream {
  status: number;
  headers: IncomingMessage['headers'];
  /** The body of a refusal. */
  text: string;
  heard: LiveEvent[];
  /** Resolves when the server has closed or cut the stream. */
  ended: Promise<void>;
  /** Stops reading, like a phone without reception. */
  stall(): void;
  read(): void;
  close(): void;
}

/** Opens a stream: with a cursor at first, with the last event id to resume. */
export function listen(
  url: string,
  { cookie = '', cursor, lastEventId }: { cookie?: string; cursor?: number; lastEventId?: string },
): Promise<LiveStream> {
  const address = url + LIVE_PATH + (cursor === undefined ? '' : `?cursor=${cursor}`);
  const headers = { cookie, ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }) };
  return open(address, { headers });
}

/** Opens the stream of a visit for whoever has its link; `headers`: those besides the page's own. */
export function listenToVisit(
  url: string,
  link: string,
  headers: Record<string, string> = {},
): Promise<LiveStream> {
  const sent = { origin: url, 'content-type': 'application/json', ...headers };
  return open(url + VISIT_STREAM, { method: 'POST', headers: sent }, JSON.stringify({ link }));
}

function open(address: string, options: RequestOptions, body?: string): Promise<LiveStream> {
  return new Promise((resolve, reject) => {
    const asking = request(address, { ...options, agent: false }, (response) => resolve(hear(response)));
    asking.on('error', reject).end(body);
  });
}

function hear(response: IncomingMessage): LiveStream {
  let unread = '';
  const ended = new Promise<void>((resolve) => void response.on('close', resolve));
  // Some tests expect a cut stream.
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

/** Returns the feed pages of a stream. */
export function pagesOf({ heard }: LiveStream): LivePage[] {
  return heard.filter(({ name }) => name === 'changes').map(({ data }) => data as LivePage);
}

/** Returns the names of its events except heartbeats. */
export function namesOf({ heard }: LiveStream): string[] {
  return heard.map(({ name }) => name).filter((name) => name !== 'heartbeat');
}
