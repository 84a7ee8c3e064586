import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { CallErrorCode } from '#domain/protocol/calls.ts';
import { NoSuchHousehold, StoreUnavailable } from '../store/port.ts';
import { CallError } from './call-error.ts';

/** What the framework refuses by itself, by the status it would answer with. */
const BY_STATUS: Readonly<Record<number, CallErrorCode>> = {
  400: 'invalid-request',
  404: 'not-found',
  405: 'not-found',
  413: 'too-large',
  414: 'invalid-request',
  415: 'unsupported-media-type',
  503: 'unavailable',
};

/** After how many seconds a phone may ask a server again whose store could not take its call. */
const RETRY_AFTER = 2;

/** The one place where errors become replies: a crash of ours is never reported as the parent's mistake. */
export function replyErrors(app: FastifyInstance, log: Logger): void {
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply, log));
}

export function sendError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  log: Logger,
): FastifyReply {
  const known = asCallError(error);
  const isOurs = known.status >= 500 && known !== error;
  if (isOurs) {
    const route = request.routeOptions.url ?? 'none';
    const event = { request: request.id, route, error };
    if (known.code === 'internal') log.error(event, 'a call failed');
    else log.warn(event, 'the store was unavailable');
  }
  const retryAfter = known.fault.retryAfter ?? (known.code === 'unavailable' ? RETRY_AFTER : undefined);
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
  return reply
    .code(known.status)
    .header('cache-control', 'no-store')
    .send(known.reply(isOurs ? request.id : undefined));
}

function asCallError(error: unknown): CallError {
  if (error instanceof CallError) return error;
  if (error instanceof StoreUnavailable) return new CallError('unavailable');
  // The account went while its request was on the way.
  if (error instanceof NoSuchHousehold) return new CallError('not-signed-in');
  const { statusCode } = error as Partial<FastifyError>;
  return new CallError((statusCode !== undefined && BY_STATUS[statusCode]) || 'internal');
}
