import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client';

/** `cancelled`: by the person. `unreachable`: temporary. `refused`: a reply that cannot be trusted or used. */
export type ProviderFailure = 'cancelled' | 'unreachable' | 'refused';

export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly failure: ProviderFailure;

  constructor(failure: ProviderFailure, cause?: unknown) {
    super(failure, cause === undefined ? {} : { cause });
    this.failure = failure;
  }
}

/** Error codes for a cancelled authorization: OAuth's own, and two of LinkedIn. */
const CANCELLED = ['access_denied', 'user_cancelled_login', 'user_cancelled_authorize'];
const TEMPORARY = ['server_error', 'temporarily_unavailable'];
/** Client errors for a timeout, or a gateway's page instead of a reply. */
const NO_REPLY = ['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'OAUTH_RESPONSE_IS_NOT_JSON', 'OAUTH_PARSE_ERROR'];

/** Runs a request to a provider. Throws ProviderError; the provider's own message goes no further than its cause. */
export async function withProviderErrors<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } catch (error) {
    throw error instanceof ProviderError ? error : new ProviderError(failureOf(error), error);
  }
}

function failureOf(error: unknown): ProviderFailure {
  if (error instanceof AuthorizationResponseError) return failureOfCode(error.error);
  if (error instanceof ResponseBodyError) return error.status >= 500 ? 'unreachable' : 'refused';
  if (error instanceof ClientError) return isUnreachable(error) ? 'unreachable' : 'refused';
  // `fetch` throws this if there is no connection.
  if (error instanceof TypeError && error.cause !== undefined) return 'unreachable';
  throw error;
}

function failureOfCode(code: string): ProviderFailure {
  if (CANCELLED.includes(code)) return 'cancelled';
  return TEMPORARY.includes(code) ? 'unreachable' : 'refused';
}

function isUnreachable({ code = '', cause }: ClientError): boolean {
  if (cause instanceof Response && cause.status >= 400) return cause.status >= 500;
  return NO_REPLY.includes(code);
}
