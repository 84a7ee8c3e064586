import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client';
import type { ProviderId } from '#domain/protocol/providers.ts';

/** Missing or invalid fields are absent. */
export interface ExternalProfile {
  firstName?: string | undefined;
  lastName?: string | undefined;
  email?: string | undefined;
  /** The provider verified that the e-mail reaches this person. */
  isVerified: boolean;
}

/** Secrets that tie the callback to the request. */
export interface AuthorizationFlow {
  redirectUri: string;
  state: string;
  nonce: string;
  /** PKCE. */
  verifier: string;
}

export interface ExternalIdentity {
  /** Issuer and subject: identifies the account for ever. */
  subject: string;
  /** Fetched if necessary. Throws ProviderError. */
  profile(): Promise<ExternalProfile>;
}

export interface Provider {
  id: ProviderId;
  /** Stored with each identity: the same id may once have meant another service. */
  issuer: string;
  /** `reauthenticate` asks for a new log-in, where supported. Throws ProviderError. */
  authorizationUrl(flow: AuthorizationFlow, reauthenticate: boolean): Promise<string>;
  /**
   * `callbackUrl` with its query. `maxAge`: of the log-in in seconds, checked if the provider reports its
   * time. Throws ProviderError.
   */
  identify(callbackUrl: URL, flow: AuthorizationFlow, maxAge?: number): Promise<ExternalIdentity>;
}

export type Providers = ReadonlyMap<ProviderId, Provider>;

/**
 * `cancelled`: by the person. `unreachable`: temporary. `refused`: a reply that cannot be trusted or used.
 */
type ProviderFailure = 'cancelled' | 'unreachable' | 'refused';

export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly failure: ProviderFailure;

  constructor(failure: ProviderFailure, cause?: unknown) {
    super(failure, cause === undefined ? {} : { cause });
    this.failure = failure;
  }
}

/** OAuth's own, and two of LinkedIn. */
const CANCELLED = ['access_denied', 'user_cancelled_login', 'user_cancelled_authorize'];
const TEMPORARY = ['server_error', 'temporarily_unavailable'];
/** A timeout, or a gateway's page instead of a reply. */
const NO_REPLY = ['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'OAUTH_RESPONSE_IS_NOT_JSON', 'OAUTH_PARSE_ERROR'];

/** Throws ProviderError; the provider's own message stays in its cause. */
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
  // `fetch` throws this without a connection.
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
