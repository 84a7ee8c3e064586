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
  const reply = v.safeParse(calls[name].reply, await send(environment, name, request));
  if (!reply.success) throw new CallFailed('internal');
  return reply.output as CallReply<N>;
}

async function send(environment: Environment, name: CallName, request: unknown): Promise<unknown> {
  const timeout = new AbortController();
  const stop = environment.after(TIMEOUT_MS, () => timeout.abort());
  try {
    const response = await environment.fetch(calls[name].path, requestInit(name, request, timeout.signal));
    if (response.status !== 200) throw await failureOf(response);
    return await jsonOf(response);
  } catch (error) {
    if (error instanceof CallFailed) throw error;
    // No network, or a timeout.
    throw new CallFailed('offline');
  } finally {
    stop();
  }
}

function requestInit(name: CallName, request: unknown, signal: AbortSignal): RequestInit {
  const { method } = calls[name];
  const ours = { credentials: 'same-origin', cache: 'no-store', redirect: 'manual' } as const;
  const common = { ...ours, method, signal };
  if (method === 'GET') return common;
  return { ...common, headers: { 'content-type': 'application/json' }, body: JSON.stringify(request) };
}

/** Only what reads like this is an answer of the server; a newer one may have codes that this page does not know. */
const anyErrorSchema = v.object({ error: v.object({ code: v.string() }) });

/**
 * Converts an answer that is not 200. What is no error of the server comes from a proxy: its own server is gone ('gateway'),
 * or it asks for a log-in of its own, by a redirect, a page or another body ('intercepted'). Rejects if the network fails.
 */
export async function failureOf(response: Response): Promise<CallFailed> {
  const { status } = response;
  // A proxy in front of the server may answer 413 with a body of its own.
  if (status === 413) return new CallFailed('too-large');
  if (status >= 500) return knownError(await jsonOf(response).catch(() => undefined), 'gateway');
  return knownError(await jsonOf(response), 'intercepted');
}

function knownError(body: unknown, otherwise: 'gateway' | 'intercepted'): CallFailed {
  const reply = v.safeParse(errorReplySchema, body);
  if (reply.success) return new CallFailed(reply.output.error.code, reply.output.error);
  return new CallFailed('offline', v.is(anyErrorSchema, body) ? {} : { reason: otherwise });
}

/** The server answers every call with JSON. Rejects with CallFailed for anything else, or if the network fails. */
async function jsonOf(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    throw new CallFailed('offline', { reason: 'intercepted' });
  }
}
