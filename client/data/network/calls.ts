import * as v from 'valibot';
import type { Environment } from '#client/data/environment.ts';
import { CallFailed } from '#client/data/port.ts';
import {
  type CallName,
  type CallReply,
  type CallRequest,
  calls,
  errorReplySchema,
} from '#domain/protocol/calls.ts';

/** How long an answer may take, in ms, before the call counts as unanswered. */
const PATIENCE = 20_000;

/** Sends one message of the protocol. Rejects with CallFailed: the server's code, or 'offline' where none came. */
export async function call<N extends CallName>(
  environment: Environment,
  name: N,
  request: CallRequest<N>,
): Promise<CallReply<N>> {
  const { status, body } = await exchange(environment, name, request);
  if (status !== 200) throw failureOf(body);
  const reply = v.safeParse(calls[name].reply, body);
  if (!reply.success) throw new CallFailed('internal');
  return reply.output as CallReply<N>;
}

async function exchange(
  environment: Environment,
  name: CallName,
  request: unknown,
): Promise<{ status: number; body: unknown }> {
  const patience = new AbortController();
  const stop = environment.after(PATIENCE, () => patience.abort());
  try {
    const response = await environment.fetch(calls[name].path, message(name, request, patience.signal));
    // A proxy before the server may refuse what is large in words of its own.
    if (response.status === 413) throw new CallFailed('too-large');
    return { status: response.status, body: await response.json() };
  } catch (error) {
    if (error instanceof CallFailed) throw error;
    // No network, no answer in time, or a page of some gateway instead of ours: the server was not reached.
    throw new CallFailed('offline');
  } finally {
    stop();
  }
}

function message(name: CallName, request: unknown, signal: AbortSignal): RequestInit {
  const { method } = calls[name];
  const common = { method, signal, credentials: 'same-origin', cache: 'no-store' } as const;
  if (method === 'GET') return common;
  return { ...common, headers: { 'content-type': 'application/json' }, body: JSON.stringify(request) };
}

/** Why the server refused, by what it answered. */
export function failureOf(body: unknown): CallFailed {
  const reply = v.safeParse(errorReplySchema, body);
  return reply.success
    ? new CallFailed(reply.output.error.code, reply.output.error)
    : new CallFailed('offline');
}
