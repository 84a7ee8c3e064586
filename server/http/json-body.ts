import type { FastifyInstance } from 'fastify';
import { CallError } from './call-error.ts';

/** No message of the protocol nests deeper; a deeper one may attack a recursive function. */
const MAX_DEPTH = 16;

/** Accepts only JSON bodies, without `__proto__` and deep nesting. */
export function acceptJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    void parse(request, body as string, (error, value) => {
      if (error || isDeeperThan(value, MAX_DEPTH)) done(new CallError('invalid-request'));
      else done(null, value);
    });
  });
}

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  return Object.values(value).some((inner) => isDeeperThan(inner, levels - 1));
}
