import * as v from 'valibot';
import type { Environment } from '#client/data/environment.ts';
import { CallFailed } from '#client/data/errors.ts';
import {
  type CallName,
  type CallReply,
  type CallRequest,
  calls,
  errorReplySchema,
} from '#domain/protocol/calls.ts';

/** An answer that takes longer, in ms, counts as none. */
const TIMEOUT_MS = 20_000;

/** Sends one call of the protocol. Rejects with CallFailed: the server's code, or 'offline' if no answer came. */
export async function call<N extends CallName>(
  environment: Environment,
  name: N,
  request: CallRequest<N>,
): Promise<CallReply<N>> {
  const { status, body } = await send(environment, name, request);
  if (status !== 200) throw failureOf(body);
  const reply = v.safeParse(calls[name].reply, body);
  if (!reply.success) throw new CallFailed('internal');
  return reply.output as CallReply<N>;
}

async function send(
  environment: Environment,
  name: CallName,
  request: unknown,
): Promise<{ status: number; body: unknown }> {
  const timeout = new AbortController();
  const stop = environment.after(TIMEOUT_MS, () => timeout.abort());
  try {
    const response = await environment.fetch(calls[name].path, requestInit(name, request, timeout.signal));
    // A proxy in front of the server may answer 413 with a body of its own.
    if (response.status === 413) throw new CallFailed('too-large');
    if (isIntercepted(response)) throw new CallFailed('offline', { reason: 'intercepted' });
    const { status } = response;
    const body: unknown = await response.json().catch((error: unknown) => {
      // A gateway's own page says that the server behind it failed.
      throw status >= 500 ? new CallFailed('offline', { reason: 'gateway' }) : error;
    });
    return { status, body };
  } catch (error) {
    if (error instanceof CallFailed) throw error;
    // No network, a timeout, or a gateway's error page: the server was not reached.
    throw new CallFailed('offline');
  } finally {
    stop();
  }
}

/** The server redirects no call and answers none with a page: a proxy in front of it does, to ask for a log-in of its own. */
function isIntercepted({ type, status, headers }: Response): boolean {
  const isPage = headers.get('content-type')?.startsWith('text/html');
  return type === 'opaqueredirect' || (status < 500 && isPage === true);
}

function requestInit(name: CallName, request: unknown, signal: AbortSignal): RequestInit {
  const { method } = calls[name];
  const ours = { credentials: 'same-origin', cache: 'no-store', redirect: 'manual' } as const;
  const common = { ...ours, method, signal };
  if (method === 'GET') return common;
  return { ...common, headers: { 'content-type': 'application/json' }, body: JSON.stringify(request) };
}

/** Converts an error reply; a body that is none means that the server was not reached. */
export function failureOf(body: unknown): CallFailed {
  const reply = v.safeParse(errorReplySchema, body);
  return reply.success
    ? new CallFailed(reply.output.error.code, reply.output.error)
    : new CallFailed('offline');
}
