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

const TIMEOUT_MS = 20_000;

/**
 * Rejects with CallFailed: the server's code, 'offline' without a complete answer, or 'internal' for an
 * invalid one.
 */
export async function call<N extends CallName>(
  environment: Environment,
  name: N,
  payload: CallRequest<N>,
): Promise<CallReply<N>> {
  const { method, path, reply: schema } = calls[name];
  const body = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(payload) };
  const init = method === 'GET' ? { method } : { method, ...body };
  const answer = await request(environment, path, init, jsonOf);
  const reply = v.safeParse(schema, answer);
  if (!reply.success) throw new CallFailed('internal');
  return reply.output as CallReply<N>;
}

/**
 * `read` may restart the timeout with each piece. Rejects with CallFailed: the server's code, or 'offline'
 * without a complete answer.
 */
export async function request<T>(
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

/** Matches codes that are newer than this page, too. */
const anyErrorSchema = v.object({ error: v.object({ code: v.string() }) });

/**
 * Without the server's error a proxy answered: its upstream is down ('gateway'), or it wants a log-in
 * ('intercepted').
 */
async function failureOf(response: Response): Promise<CallFailed> {
  const { status } = response;
  // A proxy may answer 413 with its own body.
  if (status === 413) return new CallFailed('too-large');
  if (status >= 500) return knownError(await jsonOf(response).catch(() => undefined), 'gateway');
  return knownError(await jsonOf(response), 'intercepted');
}

function knownError(body: unknown, otherwise: 'gateway' | 'intercepted'): CallFailed {
  const reply = v.safeParse(errorReplySchema, body);
  if (reply.success) return new CallFailed(reply.output.error.code, reply.output.error);
  return new CallFailed('offline', v.is(anyErrorSchema, body) ? {} : { reason: otherwise });
}

async function jsonOf(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    throw new CallFailed('offline', { reason: 'intercepted' });
  }
}
