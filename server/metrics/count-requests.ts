import type { FastifyInstance } from 'fastify';
import { VISIT_STREAM } from '#domain/protocol/link-calls.ts';
import { LIVE_PATH } from '#domain/protocol/live.ts';
import type { Meter } from './meter.ts';

const STREAMS: ReadonlySet<string> = new Set([LIVE_PATH, VISIT_STREAM]);

/** Counts every reply. A path that no route has is 'none', and all pages and files are one route. */
export function countRequests(app: FastifyInstance, meter: Meter): void {
  app.addHook('onResponse', ({ routeOptions: { url = 'none' } }, reply, done) => {
    const isNamed = url === 'none' || /^\/(?:api\/|healthz$|readyz$)/.test(url);
    const seconds = STREAMS.has(url) ? undefined : reply.elapsedTime / 1000;
    meter.countRequest(isNamed ? url : 'page', reply.statusCode, seconds);
    done();
  });
}
