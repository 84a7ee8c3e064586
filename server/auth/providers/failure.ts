import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client';
import { ProviderFailed, type ProviderFailure } from './provider.ts';

/** The errors by which a provider says that the person did not want to: OAuth's own, and two of LinkedIn. */
const CANCELLED = ['access_denied', 'user_cancelled_login', 'user_cancelled_authorize'];
const PASSING = ['server_error', 'temporarily_unavailable'];
/** No answer in time, or a page of some gateway instead of one. */
const SILENT = ['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'OAUTH_RESPONSE_IS_NOT_JSON', 'OAUTH_PARSE_ERROR'];

/** Runs something that asks a provider. Throws ProviderFailed; the provider's own words go no further. */
export async function asking<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ProviderFailed ? error : new ProviderFailed(failureIn(error), error);
  }
}

function failureIn(error: unknown): ProviderFailure {
  if (error instanceof AuthorizationResponseError) return failureSaid(error.error);
  if (error instanceof ResponseBodyError) return error.status >= 500 ? 'unreachable' : 'refused';
  if (error instanceof ClientError) return isSilence(error) ? 'unreachable' : 'refused';
  // What `fetch` throws where there is no connection.
  if (error instanceof TypeError && error.cause !== undefined) return 'unreachable';
  throw error;
}

function failureSaid(error: string): ProviderFailure {
  if (CANCELLED.includes(error)) return 'cancelled';
  return PASSING.includes(error) ? 'unreachable' : 'refused';
}

function isSilence({ code = '', cause }: ClientError): boolean {
  if (cause instanceof Response && cause.status >= 400) return cause.status >= 500;
  return SILENT.includes(code);
}
