import { type CallErrorCode, callErrors, type ErrorReply } from '#domain/protocol.ts';

/** A clear sentence for whoever reads the reply of a failed call; the phone shows words of its own for the code. */
const sentences: Record<CallErrorCode, string> = {
  'invalid-request': 'The request is not of the form that this call takes.',
  'weak-password': 'The password needs at least 6 characters.',
  'invalid-credentials': 'No account has this e-mail and password.',
  'not-signed-in': 'Sign in first: there is no session, or it has ended.',
  'foreign-origin': 'The Origin header does not name the address of this server (see PUBLIC_URL).',
  'not-found': 'There is nothing at this address.',
  'email-taken': 'An account with this e-mail already exists.',
  'other-household': 'The session belongs to another household than the request; nothing was applied.',
  'page-too-old': 'This page is too old for the server: load it again.',
  'page-too-new': 'This page is newer than the server: wait until the server is renewed, then load it again.',
  'too-large': 'The request is larger than this call takes.',
  'unsupported-media-type': 'The body must be application/json.',
  'too-many-requests': 'Too many requests: wait a little.',
  internal: 'Something went wrong in the server.',
  unavailable: 'The database cannot take or answer this call just now: try again in a moment.',
};

/** Why a whole call fails: a code of the protocol, and where known the field at fault and what is wrong with it. */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly code: CallErrorCode;
  readonly fault: { field?: string; problem?: string };

  constructor(code: CallErrorCode, fault: { field?: string; problem?: string } = {}) {
    super(sentences[code]);
    this.code = code;
    this.fault = fault;
  }

  get status(): number {
    return callErrors[this.code];
  }

  /** In: the request's id, for an error that the log tells more about. */
  reply(requestId?: string): ErrorReply {
    const message = requestId === undefined ? this.message : `${this.message} (request ${requestId})`;
    return { error: { code: this.code, message, ...this.fault } };
  }
}
