import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LIVE_PATH } from '#domain/protocol/live.ts';
import type { Sessions } from '../auth/port.ts';
import type { Dependencies } from '../dependencies.ts';
import { CallError } from '../http/call-error.ts';
import { LiveStreams } from './live-streams.ts';

/** Who names no version is told to sync: no household is as new as that. */
const NOWHERE = Number.MAX_SAFE_INTEGER;

/** The stream of a household's changes (design, section 5). At a shutdown the streams end before anything else. */
export function liveCall(app: FastifyInstance, dependencies: Dependencies, sessions: Sessions): void {
  const { store, now, log, liveTimes } = dependencies;
  const onFailure = (error: unknown) => log.warn({ error }, 'the live streams could not be told');
  const streams = new LiveStreams(
    { store, now, uptime: () => performance.now(), onFailure },
    store,
    liveTimes,
  );
  sessions.onEnd((session) => streams.endSession(session));
  app.addHook('preClose', () => streams.stop());
  app.get(LIVE_PATH, { exposeHeadRoute: false }, async (request, reply) => {
    const version = versionIn(request);
    const { session, account } = await sessions.requireSession(request);
    if (streams.isStopped) throw new CallError('unavailable');
    reply.hijack();
    reply.raw.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      // A stream's connection is used for nothing after it, and must not hold up a shutdown.
      connection: 'close',
    });
    // Sent by itself, the head is kept as one text and not as its many parts: two kilobytes less a stream.
    reply.raw.flushHeaders();
    streams.open(reply.raw, { household: account.household, session, version });
  });
}

/** The version from which on to tell. Throws 'invalid-request' for what is none. */
function versionIn({ headers, query }: FastifyRequest): number {
  const text = headers['last-event-id'] ?? (query as { cursor?: unknown }).cursor ?? String(NOWHERE);
  const version = typeof text === 'string' && /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(version)) throw new CallError('invalid-request', { field: 'cursor' });
  return version;
}
