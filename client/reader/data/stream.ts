import type { Failure } from '#client/shown-visit/give-answer.ts';
import type { ShownVisit, VISIT_STREAM } from '#domain/protocol/link-calls.ts';
import { HEARTBEAT_MS } from '#domain/protocol/live.ts';
import { isVisit, meaningOf, send } from './calls.ts';

/** The type holds it to the protocol, as in calls.ts. */
const STREAM: typeof VISIT_STREAM = '/api/visit-link/live';
/** Without a first event for so long, in ms, a proxy keeps the stream back. */
const FIRST_EVENT_MS = 5000;
/** A stream without any event for so long, in ms, is dead. */
const SILENCE_MS = 2 * HEARTBEAT_MS + 5000;

/** `silent`: no first event came. `over`: it ended, as every stream does some time. */
export type StreamEnd = Failure | 'silent' | 'over';

/** Callbacks of a stream. After `onEnd` or `close` none is called. */
interface Listener {
  onVisit(visit: ShownVisit): void;
  /** `asOf`: what was shown last held at this time of the server (ISO). */
  onHeartbeat(asOf: string): void;
  onEnd(reason: StreamEnd): void;
}

/** Opens the stream of a visit. Returns a function that closes it. `EventSource` would put the secret into an address. */
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
    // A newer server says something that this page does not know: a look tells.
    else end('over');
  };
  watchSilence(FIRST_EVENT_MS, 'silent');
  read(link, controller.signal, onEvent).then(end, () => end('offline'));
  return close;
}

/** Reads events until the stream ends. Rejects if the network fails. */
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

/** An event of a stream: its name and data. */
interface ServerSentEvent {
  name: string;
  data: string;
}

/**
 * Parses server-sent events that arrive in pieces (WHATWG HTML, section 9.2). Returns a function that takes the next piece
 * and returns the events that it completes.
 */
export function eventParser(): (piece: string) => ServerSentEvent[] {
  let rest = '';
  return (piece) => {
    // A piece may end between the two characters of a line's end.
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
