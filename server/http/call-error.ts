import { type CallErrorCode, callErrors, type ErrorReply } from '#domain/protocol/calls.ts';

/** A sentence for developers who read the reply of a failed call; the client has its own text for each code. */
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

/** The invalid field and its problem, the number of seconds after which to retry, or why the session is over. */
interface Fault {
  field?: string;
  problem?: string;
  retryAfter?: number;
  reason?: 'ended';
}

/** Fails a whole call with a code of the protocol. */
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

  /** Returns the reply's body; `requestId` names the request whose log entry has the details. */
  reply(requestId?: string): ErrorReply {
    const message = requestId === undefined ? this.message : `${this.message} (request ${requestId})`;
    return { error: { code: this.code, message, ...this.fault } };
  }
}
