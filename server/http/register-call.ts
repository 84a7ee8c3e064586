import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { fieldErrorOf } from '#domain/fields.ts';
import { type CallName, type CallReply, type CallRequest, calls } from '#domain/protocol/calls.ts';
import { CallError } from './call-error.ts';
import { requireBody } from './json-body.ts';

type Handler<N extends CallName> = (
  message: CallRequest<N>,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<CallReply<N>>;

/** Handlers of calls of the protocol, by the name of the call. */
export type Handlers = { readonly [N in CallName]?: Handler<N> };

interface Options {
  /** The largest body in bytes, if it differs from the app's limit. */
  bodyLimit?: number;
  /** Runs before the body is read; if it throws, nobody pays for the body. */
  onRequest?: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
  /** Checks the raw message before it is validated. */
  inspect?: (message: unknown) => void;
}

/** Registers handlers of calls; path, request schema and reply type come from the map of calls. */
export function registerCalls(
  app: FastifyInstance,
  handlers: Handlers,
  { inspect, ...options }: Options = {},
): void {
  for (const name of Object.keys(handlers) as CallName[]) {
    const { method, path, request: schema } = calls[name];
    const handle = handlers[name] as Handler<CallName>;
    app.route({
      ...options,
      method,
      url: path,
      handler: (request, reply) => {
        const message = method === 'GET' ? {} : request.body;
        requireBody(message);
        inspect?.(message);
        return handle(validated(schema, message), request, reply);
      },
    });
  }
}

/**
 * Throws 'invalid-request' with the first invalid field, or 'weak-password', which has an error code of its own, whatever else is
 * wrong with the message.
 */
export function validated<S extends v.GenericSchema>(schema: S, message: unknown): v.InferOutput<S> {
  const parsed = v.safeParse(schema, message, { abortPipeEarly: true });
  if (parsed.success) return parsed.output;
  const faults = parsed.issues.map(fieldErrorOf);
  const weak = faults.find(({ problem }) => problem === 'weak');
  throw weak ? new CallError('weak-password', weak) : new CallError('invalid-request', faults[0]);
}
