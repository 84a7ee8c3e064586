import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Id } from '#domain/ids.ts';
import { LIVE_PATH } from '#domain/protocol/live.ts';
import type { AuthContext } from '../auth/auth-context.ts';
import { CallError } from '../http/call-error.ts';
import { REQUEST_WORK } from '../http/pace.ts';
import { beginEvents } from './event-stream.ts';
import { LiveStreams } from './live-streams.ts';

/** The version of a request without one: newer than any household, so that the phone is told to sync. */
const NO_VERSION = Number.MAX_SAFE_INTEGER;

/** Registers the stream of a household's changes (server-sent events). At shutdown the streams are closed first. */
export function registerLiveCall(
  app: FastifyInstance,
  { store, now, log, liveTimes, meter, sessions, pace }: AuthContext,
): void {
  const onFailure = (error: unknown) => log.warn({ error }, 'the live streams could not be updated');
  const streams = new LiveStreams({ store, now, uptime: () => performance.now(), onFailure }, liveTimes);
  meter?.watch('live_streams', () => streams.size);
  sessions.onEnd((session) => streams.endSession(session));
  app.addHook('preClose', () => streams.stop());
  app.get(LIVE_PATH, { exposeHeadRoute: false }, async (request, reply) => {
    const version = versionIn(request, store.epoch());
    const { session, account } = await sessions.requireSession(request);
    await pace.from(request.ip).begin(account.household, REQUEST_WORK, () => reply.raw.destroyed);
    if (streams.isStopped) throw new CallError('unavailable');
    streams.open(beginEvents(reply), { household: account.household, session, version });
  });
}

/** Returns the version after which to send changes. Throws 'invalid-request'. */
function versionIn({ headers, query }: FastifyRequest, present: Id): number {
  const { cursor, epoch = present } = query as { cursor?: unknown; epoch?: unknown };
  // Versions of another epoch say nothing here.
  if (epoch !== present) return NO_VERSION;
  const text = headers['last-event-id'] ?? cursor ?? String(NO_VERSION);
  const version = typeof text === 'string' && /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(version)) throw new CallError('invalid-request', { field: 'cursor' });
  return version;
}
