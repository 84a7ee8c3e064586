import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { fieldErrorOf } from '#domain/protocol/calls.ts';
import { VISIT_STREAM, visitStreamSchema } from '#domain/protocol/link-calls.ts';
import type { Dependencies } from '../dependencies.ts';
import { CallError } from '../http/call-error.ts';
import { requireBody } from '../http/json-body.ts';
import { beginEvents } from '../live/event-stream.ts';
import type { LinkGate } from './link-gate.ts';
import { VisitStreams } from './visit-streams.ts';

/** Registers the stream of a visit (server-sent events in the reply to a POST). At shutdown the streams are closed first. */
export function registerVisitStream(app: FastifyInstance, dependencies: Dependencies, gate: LinkGate): void {
  const { log, liveTimes, meter } = dependencies;
  const onFailure = (error: unknown) => log.warn({ error }, 'the streams of visits could not be updated');
  const deps = { ...dependencies, uptime: () => performance.now(), onFailure };
  const streams = new VisitStreams(deps, liveTimes);
  meter?.watch('visit_streams', () => streams.size);
  app.addHook('preClose', () => streams.stop());
  app.post(VISIT_STREAM, async (request, reply) => {
    requireBody(request.body);
    const parsed = v.safeParse(visitStreamSchema, request.body);
    if (!parsed.success) throw new CallError('invalid-request', fieldErrorOf(parsed.issues[0]));
    const living = await gate.enterStream(parsed.output.link, request, reply);
    const isOwn = await gate.isOwn(living, request);
    if (streams.isStopped) throw new CallError('unavailable');
    streams.takePlace(reply.raw, living, request.ip);
    streams.open(beginEvents(reply), living, isOwn);
  });
}
