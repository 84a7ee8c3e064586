import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { fieldErrorOf } from '#domain/fields.ts';
import { type CallName, type CallReply, type CallRequest, calls } from '#domain/protocol/calls.ts';
import { CallError } from './call-error.ts';

type Handler<N extends CallName> = (
  message: CallRequest<N>,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<CallReply<N>>;

export type Handlers = { readonly [N in CallName]?: Handler<N> };

interface Options {
  bodyLimit?: number;
  /** Before the body is read, to save reading it. */
  onRequest?: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
  inspect?: (message: unknown) => void;
}

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
        inspect?.(message);
        return handle(validated(schema, message), request, reply);
      },
    });
  }
}

/** Throws 'invalid-request' with the first invalid field, but 'weak-password' whatever else is wrong. */
export function validated<S extends v.GenericSchema>(schema: S, message: unknown): v.InferOutput<S> {
  // A proxy's retry may lose the body: the client resends, where 'invalid-request' would discard a tap.
  if (message === undefined) throw new CallError('unavailable');
  const parsed = v.safeParse(schema, message, { abortPipeEarly: true });
  if (parsed.success) return parsed.output;
  const faults = parsed.issues.map(fieldErrorOf);
  const weak = faults.find(({ problem }) => problem === 'weak');
  throw weak ? new CallError('weak-password', weak) : new CallError('invalid-request', faults[0]);
}

/** No message of the protocol nests deeper; deep nesting can attack recursive functions. */
const MAX_DEPTH = 16;
/** A sync of a hundred full ops has a quarter of these; a larger tree takes long to build. */
const MAX_VALUES = 8000;

/** In bytes, of requests without Content-Length. */
const lengths = new WeakMap<FastifyRequest, number>();

/** Rejects `__proto__` and deep nesting; an empty body becomes undefined. */
export function acceptJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    if (request.headers['content-length'] === undefined) lengths.set(request, Buffer.byteLength(body));
    if (body === '') done(null, undefined);
    else if (isTooComplex(body)) done(new CallError('invalid-request'));
    else
      void parse(request, body, (error, value) =>
        error ? done(new CallError('invalid-request')) : done(null, value),
      );
  });
}

/** In bytes; undefined if Content-Length stated it. */
export function lengthRead(request: FastifyRequest): number | undefined {
  return lengths.get(request);
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OBJECT, OBJECT_END, ARRAY, ARRAY_END] = [0x7b, 0x7d, 0x5b, 0x5d];

/** Judges by characters, before anything is built. */
function isTooComplex(body: string): boolean {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < body.length; at += 1) {
    const character = body.charCodeAt(at);
    if (character === QUOTE) at = endOfText(body, at);
    else if (character === COMMA) values += 1;
    else if (character === OBJECT || character === ARRAY) {
      depth += 1;
      values += 1;
    } else if (character === OBJECT_END || character === ARRAY_END) depth -= 1;
    if (depth > MAX_DEPTH || values > MAX_VALUES) return true;
  }
  return false;
}

function endOfText(body: string, quote: number): number {
  let at = quote + 1;
  while (at < body.length && body.charCodeAt(at) !== QUOTE) at += body.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at;
}
