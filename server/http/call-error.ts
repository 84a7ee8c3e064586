import type { IncomingMessage } from 'node:http';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type * as v from 'valibot';
import { type CallErrorCode, callErrors, type errorReplySchema } from '#domain/protocol/calls.ts';
import { NoSuchHousehold, StoreUnavailable } from '../store/ports/store.ts';

/** For developers; the client has its own texts. */
const sentences: Record<CallErrorCode, string> = {
  'invalid-request': 'The request is not of the form that this call takes.',
  'weak-password': 'The password needs at least 6 characters.',
  'invalid-credentials': 'No account has this e-mail and password.',
  'not-signed-in': 'Sign in first: there is no session, or it has ended.',
  'passkey-refused': 'No account here has this passkey, or what it signed does not fit.',
  'passkey-late':
    'This was asked too long ago, was used already, or was asked for something else: ask again.',
  'passkey-copied': 'The signature counter of this passkey of one device went back: it may have been copied.',
  'code-refused': 'The account has no such recovery code, or it was used already.',
  'second-factor-over':
    'No sign-in of this browser waits for a second factor: start with the first one again.',
  'sign-up-over': 'No pending sign-up in this browser: sign in with the provider again.',
  'account-gone': 'The account of this session was deleted.',
  'foreign-origin': 'The Origin header does not name the address of this server (see PUBLIC_URL).',
  'reauthentication-needed': 'Prove first that the account is yours: send the password once more.',
  'invitation-needed':
    'Accounts here are by invitation, and this one is missing, was used already or is too old (see REGISTRATION).',
  'registration-closed': 'Nobody can register here (see REGISTRATION).',
  'not-found': 'There is nothing at this address.',
  'email-taken': 'An account with this e-mail already exists.',
  'passkey-taken': 'This passkey is known already.',
  'passkey-needed': 'While the account requires a passkey it must have one.',
  'passkey-limit': 'The account has as many passkeys as it can: remove one first.',
  'codes-needed': 'Make recovery codes first, and keep them.',
  'email-unverified': 'Confirm the e-mail of the account first, by the link in a mail.',
  'no-passkeys-here':
    'Browsers allow passkeys only over https, or under the name localhost (see PUBLIC_URL).',
  'last-sign-in-method': 'It is the last sign-in method of the account: choose a password first.',
  'sends-no-mail': 'This server sends no e-mail (see SMTP_URL).',
  'link-expired': 'The link opens nothing: it was used already, is too old, or is not one of this server.',
  'other-household': 'The session belongs to another household than the request; nothing was applied.',
  'invitation-open': 'The household has an open invitation: cancel it first.',
  'parent-limit': 'The household has as many parents as it can have.',
  'checked-in': 'The child is checked in there.',
  'follower-limit': 'The friend or the household has as many followings as it can have.',
  'last-parent': 'No other parent would stay in the household.',
  'page-too-old': 'This page is too old for the server: load it again.',
  'page-too-new': 'This page is newer than the server: wait until the server is renewed, then load it again.',
  'too-large': 'The request is larger than this call takes.',
  'unsupported-media-type': 'The body must be application/json.',
  'too-many-requests': 'Too many requests: wait a little.',
  internal: 'Something went wrong in the server.',
  'provider-unreachable': 'The provider does not answer as it should: try again in a moment.',
  unavailable: 'The server cannot take or answer this call just now: try again in a moment.',
};

/** `retryAfter` in seconds. */
interface Fault {
  field?: string;
  problem?: string;
  retryAfter?: number;
  reason?: 'ended';
}

type ErrorReply = v.InferOutput<typeof errorReplySchema>;

export class CallError extends Error {
  override readonly name = 'CallError';
  readonly code: CallErrorCode;
  readonly fault: Fault;

  constructor(code: CallErrorCode, fault: Fault = {}) {
    super(sentences[code]);
    this.code = code;
    this.fault = fault;
  }

  get status(): number {
    return callErrors[this.code];
  }

  reply(requestId?: string): ErrorReply {
    const message = requestId === undefined ? this.message : `${this.message} (request ${requestId})`;
    return { error: { code: this.code, message, ...this.fault } };
  }
}

/** In ms, between two parts (of at most 64 kB) of a discarded body. */
const PAUSE_MS = 50;

/**
 * Reads a refused body slowly: a flood costs little, and some senders look for the reply only after
 * sending all.
 */
function discardSlowly(request: IncomingMessage): void {
  if (request.complete || request.readableFlowing !== null) return;
  request.on('data', () => {
    request.pause();
    setTimeout(() => request.resume(), PAUSE_MS).unref();
  });
}

const BY_STATUS: Readonly<Record<number, CallErrorCode>> = {
  400: 'invalid-request',
  404: 'not-found',
  405: 'not-found',
  413: 'too-large',
  414: 'invalid-request',
  415: 'unsupported-media-type',
  503: 'unavailable',
};

const RETRY_AFTER_SECONDS = 2;

interface ErrorListeners {
  onError?: (request: FastifyRequest, code: CallErrorCode) => void;
  /** Resolves to false if the connection must be closed instead. */
  toRefuse?: (request: FastifyRequest) => Promise<boolean>;
}

/** The only place where errors become replies: a bug is never reported as the client's mistake. */
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
    // Reply even if the client left: the reply hook records the security event.
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
