import type * as v from 'valibot';
import type { Failure } from '#client/shown-visit/give-answer.ts';
import type { linkCalls, ShownVisit } from '#domain/protocol/link-calls.ts';

/** An answer that takes longer, in ms, counts as none. */
const TIMEOUT_MS = 15_000;

type Calls = typeof linkCalls;
type CallName = keyof Calls;

/** The types hold them to the protocol, whose schemas would be a tenth of what the page loads. */
const PATHS: { [N in CallName]: Calls[N]['path'] } = {
  seeVisit: '/api/visit-link',
  answerVisit: '/api/visit-link/answer',
  storedByLink: '/api/visit-link/stored',
  refuseLinks: '/api/visit-link/refuse',
};

export class ReaderCallFailed extends Error {
  override readonly name = 'ReaderCallFailed';
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure);
    this.failure = failure;
  }
}

export function failureOf(error: unknown): Failure {
  return error instanceof ReaderCallFailed ? error.failure : 'offline';
}

/** Sends one call of a reader. Rejects with ReaderCallFailed. */
export async function call<N extends CallName>(
  name: N,
  request: v.InferInput<Calls[N]['request']>,
  signal?: AbortSignal,
): Promise<v.InferOutput<Calls[N]['reply']>> {
  try {
    const response = await send(PATHS[name], request, limited(signal));
    if (response.status !== 200) throw new ReaderCallFailed(await meaningOf(response));
    return (await response.json()) as v.InferOutput<Calls[N]['reply']>;
  } catch (error) {
    throw error instanceof ReaderCallFailed ? error : new ReaderCallFailed('offline');
  }
}

/** Asks for the visit. `shown`: the page has been on screen, so that the first time counts as opened. */
export async function look(link: string, shown: boolean, signal?: AbortSignal): Promise<ShownVisit> {
  const visit = await call('seeVisit', { link, shown }, signal);
  if (!isVisit(visit)) throw new ReaderCallFailed('offline');
  return visit;
}

/** A portal or proxy answers with something of its own. */
export function isVisit(reply: unknown): reply is ShownVisit {
  return typeof reply === 'object' && reply !== null && 'visitor' in reply && 'asOf' in reply;
}

/** Ends with the signal, and after the longest wait. */
export function limited(signal: AbortSignal | undefined): AbortSignal {
  const controller = new AbortController();
  const abort = () => controller.abort();
  signal?.addEventListener('abort', abort);
  setTimeout(abort, TIMEOUT_MS);
  return controller.signal;
}

/** The body holds the secret, so that it stands in no address. The cookie of a host's own device goes along. */
export function send(path: string, request: unknown, signal: AbortSignal): Promise<Response> {
  return fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(request),
    credentials: 'same-origin',
    cache: 'no-store',
    redirect: 'error',
    signal,
  });
}

const MEANINGS: Record<string, Failure> = { 'link-expired': 'dead', 'too-many-requests': 'busy' };

export async function meaningOf(response: Response): Promise<Failure> {
  const code = await codeOf(response);
  return code === undefined ? 'offline' : (MEANINGS[code] ?? 'refused');
}

/** Only an error of the server's own form means something; any other comes from a proxy. */
export async function codeOf(response: Response): Promise<string | undefined> {
  const body: { error?: { code?: unknown } } | null = await response.json().catch(() => null);
  const code = body?.error?.code;
  return typeof code === 'string' && response.status < 500 ? code : undefined;
}

/** True if the scripts that the document names can be loaded. */
export async function areScriptsHere(): Promise<boolean> {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"]');
  const replies = await Promise.all([...links].map(({ href }) => fetch(href).catch(() => undefined)));
  return replies.every((reply) => reply?.ok);
}
