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
  const { method, path, reply: schema } = calls[name];
  const body = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(request) };
  const answer = await ask(environment, path, method === 'GET' ? { method } : { method, ...body }, jsonOf);
  const reply = v.safeParse(schema, answer);
  if (!reply.success) throw new CallFailed('internal');
  return reply.output as CallReply<N>;
}

/**
 * Asks the server, and reads its answer by `read`, which may restart the timeout with each piece. Rejects with CallFailed: the
 * server's code, or 'offline' without a network, after the timeout, or if the answer is cut off.
 */
export async function ask<T>(
  environment: Environment,
  path: string,
  init: RequestInit,
  read: (response: Response, restartTimeout: () => void) => Promise<T>,
): Promise<T> {
  const aborting = new AbortController();
  let stop = () => {};
  const restartTimeout = () => {
    stop();
    stop = environment.after(TIMEOUT_MS, () => aborting.abort());
  };
  restartTimeout();
  try {
    const ours = { credentials: 'same-origin', cache: 'no-store', redirect: 'manual' } as const;
    const response = await environment.fetch(path, { ...ours, ...init, signal: aborting.signal });
    if (response.status !== 200) throw await failureOf(response);
    return await read(response, restartTimeout);
  } catch (error) {
    throw error instanceof CallFailed ? error : new CallFailed('offline');
  } finally {
    stop();
  }
}

/** Only what reads like this is an answer of the server; a newer one may have codes that this page does not know. */
const anyErrorSchema = v.object({ error: v.object({ code: v.string() }) });

/**
 * Converts an answer that is not 200. What is no error of the server comes from a proxy: its own server is gone ('gateway'),
 * or it asks for a log-in of its own, by a redirect, a page or another body ('intercepted'). Rejects if the network fails.
 */
async function failureOf(response: Response): Promise<CallFailed> {
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
