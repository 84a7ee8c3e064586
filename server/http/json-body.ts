import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CallError } from './call-error.ts';

/** No message of the protocol nests deeper; a deeper one may attack a recursive function. */
const MAX_DEPTH = 16;
/** A sync of a hundred ops with all fields has a fourth of them; to build the tree of many more takes long. */
const MAX_VALUES = 8000;

/** In bytes, of requests whose head did not tell. */
const lengths = new WeakMap<FastifyRequest, number>();

/**
 * Accepts only JSON bodies, without `__proto__`, deep nesting and more values than a message has. An empty one is none: see
 * `requireBody`.
 */
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

/**
 * Throws 'unavailable' if a request has no body: each message has one, and a proxy that repeats a request may lose it. The sender
 * tries again; an 'invalid-request' would be the end of a tap.
 */
export function requireBody(message: unknown): void {
  if (message === undefined) throw new CallError('unavailable');
}

/** The length of a body that was read, in bytes; undefined if the request's head told it. */
export function lengthRead(request: FastifyRequest): number | undefined {
  return lengths.get(request);
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OBJECT, OBJECT_END, ARRAY, ARRAY_END] = [0x7b, 0x7d, 0x5b, 0x5d];

/** Judges JSON by its characters alone, before anything is built of it. */
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

/** Returns the index of the quote that ends a text, given that of the one that begins it. */
function endOfText(body: string, quote: number): number {
  let at = quote + 1;
  while (at < body.length && body.charCodeAt(at) !== QUOTE) at += body.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at;
}
