import type { Id } from '#domain/ids.ts';

/** Who knocks. */
export interface Stranger {
  cookie: string;
  /** The household of its session, where it has one. */
  household: Id | undefined;
}

/** What came of it. */
export interface ProbeResult {
  status: number;
  /** The answer with its headers. */
  text: string;
  sent: string;
}

/** One probeAll at one endpoint. */
export type Probe = (stranger: Stranger) => Promise<ProbeResult>;

/** How long a stream is listened to, in ms. */
const LISTENING = 30;

/** Asks the server as a page of its own would. */
export async function ask(
  url: string,
  path: string,
  { cookie }: Stranger,
  message?: unknown,
): Promise<ProbeResult> {
  const sent = message === undefined ? '' : JSON.stringify(message);
  const isStream = path.startsWith('/api/live');
  const headers = { cookie, origin: url, ...(sent ? { 'content-type': 'application/json' } : {}) };
  const response = await fetch(url + path, {
    method: sent ? 'POST' : 'GET',
    headers,
    ...(sent ? { body: sent } : {}),
  });
  const text = isStream ? await heardIn(response, LISTENING) : await response.text();
  return { status: response.status, text: `${JSON.stringify([...response.headers])}${text}`, sent };
}

async function heardIn(response: Response, ms: number): Promise<string> {
  const reader = response.body?.getReader();
  let text = '';
  const end = setTimeout(() => void reader?.cancel(), ms);
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    text += Buffer.from(part.value).toString();
  }
  clearTimeout(end);
  return text;
}
