import type { IncomingMessage } from 'node:http';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { CallErrorCode } from '#domain/protocol/calls.ts';
import { NoSuchHousehold, StoreUnavailable } from '../store/ports/store.ts';
import { CallError } from './call-error.ts';

/** The pause between two parts of a body that nobody reads, in ms; a part is at most 64 kB. */
const PAUSE_MS = 50;

/**
 * Lets the rest of a refused request's body arrive slowly: the sender, who may look for the reply only when all is sent, gets
 * it in a second, and a flood of bodies costs neither memory nor time. Node itself would take it as fast as it comes.
 */
function discardSlowly(request: IncomingMessage): void {
  if (request.complete || request.readableFlowing !== null) return;
  request.on('data', () => {
    request.pause();
    setTimeout(() => request.resume(), PAUSE_MS).unref();
  });
}

/** Fastify's own refusals by their status. */
const BY_STATUS: Readonly<Record<number, CallErrorCode>> = {
  400: 'invalid-request',
  404: 'not-found',
  405: 'not-found',
  413: 'too-large',
  414: 'invalid-request',
  415: 'unsupported-media-type',
  503: 'unavailable',
};

/** Retry-After of a call that the store could not take. */
const RETRY_AFTER_SECONDS = 2;

interface ErrorListeners {
  /** Called with the code of each error. */
  onError?: (request: FastifyRequest, code: CallErrorCode) => void;
  /** Resolves when a refusal may be sent; false if its connection is to be closed instead. */
  toRefuse?: (request: FastifyRequest) => Promise<boolean>;
}

/** Registers the only place where errors become replies: a bug is never reported as the parent's mistake. */
export function registerErrorReplies(
  app: FastifyInstance,
  log: Logger,
  { onError, toRefuse }: ErrorListeners = {},
): void {
  app.setErrorHandler(async (error, request, reply) => {
    const { code, status } = asCallError(error);
    onError?.(request, code);
    const { socket } = request.raw;
    if (toRefuse && status < 500 && !socket.destroyed && !(await toRefuse(request))) socket.destroy();
    // Also to nobody: a security event is recorded with its reply.
    return sendError(error, request, reply, log);
  });
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
  discardSlowly(request.raw);
  const retryAfter =
    known.fault.retryAfter ?? (known.code === 'unavailable' ? RETRY_AFTER_SECONDS : undefined);
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
  return reply
    .code(known.status)
    .header('cache-control', 'no-store')
    .send(known.reply(isOurs ? request.id : undefined));
}

function asCallError(error: unknown): CallError {
  if (error instanceof CallError) return error;
  if (error instanceof StoreUnavailable) return new CallError('unavailable');
  // The account was deleted during the request.
  if (error instanceof NoSuchHousehold) return new CallError('not-signed-in');
  const { statusCode } = error as Partial<FastifyError>;
  return new CallError((statusCode !== undefined && BY_STATUS[statusCode]) || 'internal');
}
