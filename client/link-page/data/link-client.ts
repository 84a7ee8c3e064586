import type * as v from 'valibot';
import type { Failure } from '#client/shared-visit/answers.tsx';
import type { followingCalls } from '#domain/protocol/following-calls.ts';
import type { linkCalls, SharedVisit } from '#domain/protocol/link-calls.ts';

/** A slower reply, in ms, counts as none. */
const TIMEOUT_MS = 15_000;

type Calls = typeof linkCalls;
type CallName = keyof Calls;

/** Typed by the protocol; its schemas would be a tenth of the code. */
const PATHS: { [N in CallName]: Calls[N]['path'] } = {
  seeVisit: '/api/visit-link',
  answerVisit: '/api/visit-link/answer',
  storedByLink: '/api/visit-link/stored',
  refuseLinks: '/api/visit-link/refuse',
};

export class LinkCallFailed extends Error {
  override readonly name = 'LinkCallFailed';
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure);
    this.failure = failure;
  }
}

export function failureOf(error: unknown): Failure {
  return error instanceof LinkCallFailed ? error.failure : 'offline';
}

export async function call<N extends CallName>(
  name: N,
  request: v.InferInput<Calls[N]['request']>,
  signal?: AbortSignal,
): Promise<v.InferOutput<Calls[N]['reply']>> {
  try {
    const response = await send(PATHS[name], request, limited(signal));
    if (response.status !== 200) throw new LinkCallFailed(await meaningOf(response));
    return (await response.json()) as v.InferOutput<Calls[N]['reply']>;
  } catch (error) {
    throw error instanceof LinkCallFailed ? error : new LinkCallFailed('offline');
  }
}

/** `shown`: the page has been on screen, which marks the link opened. */
export async function look(link: string, shown: boolean, signal?: AbortSignal): Promise<SharedVisit> {
  const visit = await call('seeVisit', { link, shown }, signal);
  if (!isVisit(visit)) throw new LinkCallFailed('offline');
  return visit;
}

/** A portal or proxy may reply instead of the server. */
export function isVisit(reply: unknown): reply is SharedVisit {
  return typeof reply === 'object' && reply !== null && 'visitor' in reply && 'asOf' in reply;
}

function limited(signal: AbortSignal | undefined): AbortSignal {
  const controller = new AbortController();
  const abort = () => controller.abort();
  signal?.addEventListener('abort', abort);
  setTimeout(abort, TIMEOUT_MS);
  return controller.signal;
}

/** In the body, so that no URL shows the secret. */
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

async function codeOf(response: Response): Promise<string | undefined> {
  const body: { error?: { code?: unknown } } | null = await response.json().catch(() => null);
  const code = body?.error?.code;
  return typeof code === 'string' && response.status < 500 ? code : undefined;
}

export async function areScriptsHere(): Promise<boolean> {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"]');
  const replies = await Promise.all([...links].map(({ href }) => fetch(href).catch(() => undefined)));
  return replies.every((reply) => reply?.ok);
}

/** Equals the key in client/data/storage/stored-session.ts, which this page must not load. */
export const ACCOUNT_KEY = 'framme.account';

type Ask = (typeof followingCalls)['askToFollow'];
const PATH: Ask['path'] = '/api/following/ask';

/** `ended`: signed out, or signed in as another family. */
type Asked = 'asked' | 'ended' | 'dead' | 'full' | 'busy' | 'offline';

const ASK_MEANINGS: Record<string, Asked> = {
  'not-signed-in': 'ended',
  'account-gone': 'ended',
  'other-household': 'ended',
  'link-expired': 'dead',
  'follower-limit': 'full',
  'too-many-requests': 'busy',
};

export function ownHousehold(): string | undefined {
  try {
    const { household }: { household?: unknown } = Object(
      JSON.parse(localStorage.getItem(ACCOUNT_KEY) ?? ''),
    );
    return typeof household === 'string' ? household : undefined;
  } catch {
    return undefined;
  }
}

export async function askToFollow(request: v.InferInput<Ask['request']>): Promise<Asked> {
  try {
    const response = await send(PATH, request, limited(undefined));
    if (response.status === 200) return 'asked';
    return ASK_MEANINGS[(await codeOf(response)) ?? ''] ?? 'offline';
  } catch {
    return 'offline';
  }
}
