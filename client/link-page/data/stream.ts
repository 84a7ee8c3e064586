import type { Failure } from '#client/shared-visit/answers.tsx';
import { HEARTBEAT_MS } from '#domain/limits.ts';
import type { SharedVisit, VISIT_STREAM } from '#domain/protocol/link-calls.ts';
import { isVisit, meaningOf, send } from './link-client.ts';

/** Typed by the protocol, as in link-client.ts. */
const STREAM: typeof VISIT_STREAM = '/api/visit-link/live';
/** In ms; without an event until then a proxy buffers the stream. */
const FIRST_EVENT_MS = 5000;
/** In ms; a stream silent for longer is dead. */
const SILENCE_MS = 2 * HEARTBEAT_MS + 5000;

/** `silent`: no first event came. */
export type StreamEnd = Failure | 'silent' | 'over';

/** Nothing is called after `onEnd` or `close`. */
interface Listener {
  onVisit(visit: SharedVisit): void;
  onHeartbeat(asOf: string): void;
  onEnd(reason: StreamEnd): void;
}

/** Not `EventSource`, which would put the secret into a URL. Close with the result. */
export function openStream(link: string, listener: Listener): () => void {
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = (reason: StreamEnd) => {
    if (controller.signal.aborted) return;
    close();
    listener.onEnd(reason);
  };
  const close = () => {
    clearTimeout(timer);
    controller.abort();
  };
  const watchSilence = (ms: number, reason: 'silent' | 'over') => {
    clearTimeout(timer);
    timer = setTimeout(() => end(reason), ms);
  };
  const onEvent = ({ name, data }: ServerSentEvent) => {
    if (controller.signal.aborted) return;
    watchSilence(SILENCE_MS, 'over');
    const said = parsed(data);
    if (name === 'closed') end('dead');
    else if (name === 'heartbeat' && said && 'asOf' in said) listener.onHeartbeat(String(said.asOf));
    else if (name === 'visit' && isVisit(said)) listener.onVisit(said);
    // An event of a newer server: end, and ask by a call.
    else end('over');
  };
  watchSilence(FIRST_EVENT_MS, 'silent');
  read(link, controller.signal, onEvent).then(end, () => end('offline'));
  return close;
}

async function read(
  link: string,
  signal: AbortSignal,
  onEvent: (event: ServerSentEvent) => void,
): Promise<Failure | 'over'> {
  const response = await send(STREAM, { link }, signal);
  if (response.status !== 200) return meaningOf(response);
  if (!response.body || !response.headers.get('content-type')?.startsWith('text/event-stream'))
    return 'offline';
  const reader = response.body.getReader();
  const [decoder, parse] = [new TextDecoder(), eventParser()];
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    for (const event of parse(decoder.decode(part.value, { stream: true }))) onEvent(event);
  }
  return 'over';
}

function parsed(data: string): object | undefined {
  try {
    const said: unknown = JSON.parse(data);
    return typeof said === 'object' && said !== null ? said : undefined;
  } catch {
    return undefined;
  }
}

interface ServerSentEvent {
  name: string;
  data: string;
}

/**
 * Incremental parser of server-sent events (WHATWG HTML, section 9.2): takes a piece, returns the completed
 * events.
 */
export function eventParser(): (piece: string) => ServerSentEvent[] {
  let rest = '';
  return (piece) => {
    // A piece may end inside a CRLF.
    rest = (rest + piece).replaceAll('\r\n', '\n');
    const blocks = rest.split('\n\n');
    rest = blocks.pop() ?? '';
    return blocks.flatMap(eventOf);
  };
}

function eventOf(block: string): ServerSentEvent[] {
  const fields = block.split('\n').filter((line) => line !== '' && !line.startsWith(':'));
  if (fields.length === 0) return [];
  const values = (name: string) =>
    fields
      .filter((line) => line.startsWith(`${name}:`))
      .map((line) => line.slice(name.length + 1).trimStart());
  return [{ name: values('event').at(-1) ?? 'message', data: values('data').join('\n') }];
}
