import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import {
  type CallName,
  type CallReply,
  type CallRequest,
  calls,
  fieldErrorOf,
} from '#domain/protocol/calls.ts';
import { CallError } from './call-error.ts';
import { requireBody } from './json-body.ts';

export type Handler<N extends CallName> = (
  message: CallRequest<N>,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<CallReply<N>>;

interface Options {
  /** The largest body in bytes, if it differs from the app's limit. */
  bodyLimit?: number;
  /** Runs before the body is read; if it throws, nobody pays for the body. */
  beforeBody?: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
  /** Checks the raw message before it is validated. */
  inspect?: (message: unknown) => void;
}

/** Registers a handler for a call of the protocol; path, request schema and reply type come from the map of calls. */
export function registerCall<N extends CallName>(
  app: FastifyInstance,
  name: N,
  handle: Handler<N>,
  { bodyLimit, beforeBody, inspect }: Options = {},
): void {
  const { method, path, request: schema } = calls[name];
  app.route({
    method,
    url: path,
    ...(bodyLimit === undefined ? {} : { bodyLimit }),
    ...(beforeBody === undefined ? {} : { onRequest: beforeBody }),
    handler: (request, reply) => {
      const message = method === 'GET' ? {} : request.body;
      requireBody(message);
      inspect?.(message);
      return handle(validated<N>(schema, message), request, reply);
    },
  });
}

/** Throws 'invalid-request' with the first invalid field. */
function validated<N extends CallName>(
  schema: (typeof calls)[N]['request'],
  message: unknown,
): CallRequest<N> {
  const parsed = v.safeParse(schema, message, { abortPipeEarly: true });
  if (!parsed.success) throw new CallError('invalid-request', fieldErrorOf(parsed.issues[0]));
  return parsed.output as CallRequest<N>;
}
