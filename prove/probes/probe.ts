import { randomBytes } from 'node:crypto';
import type { Id } from '#domain/ids.ts';
import { VISIT_STREAM } from '#domain/protocol/link-calls.ts';

/** The sender of a probe. */
export interface Stranger {
  cookie: string;
  /** The household of its session, if it has one. */
  household: Id | undefined;
  /** A link to a visit of the owner that it holds; everything but that visit stays hidden from it. */
  link?: string;
  /** The secret of an invitation to the owner's household, by which its account has asked and was not let in. */
  invite?: { secret: string; uid: Id };
  /** Its account is one of those that asked to follow friends of the owner. */
  follows?: true;
}

/** The reply to a probe. */
export interface ProbeResult {
  status: number;
  /** Headers and body. */
  text: string;
  sent: string;
}

/** Sends one request to one endpoint. */
export type Probe = (stranger: Stranger) => Promise<ProbeResult>;

/** The time that a stream is read, in ms. */
const LISTENING = 30;

/** Sends a request with the headers of the app's own pages. */
export async function send(
  url: string,
  path: string,
  { cookie, link, invite }: Stranger,
  message?: unknown,
): Promise<ProbeResult> {
  const sent =
    message === undefined
      ? ''
      : JSON.stringify({ ...(message as object), ...(link && { link }), ...held(message, invite) });
  const isStream = path.startsWith('/api/live') || path === VISIT_STREAM;
  const headers = {
    cookie,
    origin: url,
    // Links that show nothing are counted by address.
    'x-forwarded-for': ['10', ...randomBytes(3)].join('.'),
    ...(sent ? { 'content-type': 'application/json' } : {}),
  };
  const response = await fetch(url + path, {
    method: sent ? 'POST' : 'GET',
    headers,
    ...(sent ? { body: sent } : {}),
  });
  const text = isStream ? await heardIn(response, LISTENING) : await response.text();
  return { status: response.status, text: `${JSON.stringify([...response.headers])}${text}`, sent };
}

/** Puts the invitation into a message that takes one. */
function held(message: unknown, invite: Stranger['invite']) {
  const takes = typeof message === 'object' && message !== null && 'invitation' in message;
  return invite && takes ? { invitation: invite.secret } : {};
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
