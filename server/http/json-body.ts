import type { FastifyInstance } from 'fastify';
import { CallError } from './call-error.ts';

/** No message of ours nests deeper than this; a deeper one is an attack on whatever walks it. */
const DEEPEST = 16;

/** Takes JSON bodies alone: no other type, no `__proto__`, and no deep nesting. */
export function takeJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    void parse(request, body as string, (error, value) => {
      if (error || isDeeperThan(value, DEEPEST)) done(new CallError('invalid-request'));
      else done(null, value);
    });
  });
}

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  for (const key in value) if (isDeeperThan((value as Record<string, unknown>)[key], levels - 1)) return true;
  return false;
}
