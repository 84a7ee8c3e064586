import type { ProviderId } from '#domain/protocol/providers.ts';
import type { ExternalProfile } from './external-profile.ts';

/** The secrets of one OAuth authorization flow, which tie the callback to the request. */
export interface AuthorizationFlow {
  redirectUri: string;
  state: string;
  nonce: string;
  /** The PKCE code verifier. */
  verifier: string;
}

/** A person's account at a provider. */
export interface ExternalIdentity {
  /** Identifies the account for ever: issuer and subject. */
  subject: string;
  /** Returns the profile, fetched from the provider if necessary. Throws ProviderError. */
  profile(): Promise<ExternalProfile>;
}

/** An external service to sign in with. */
export interface Provider {
  id: ProviderId;
  /** Stored with each identity, because the same id may have meant another service before. */
  issuer: string;
  /**
   * Returns the address to send the browser to. `reauthenticate` asks the provider to have the person log in again, as far
   * as it supports that. Throws ProviderError.
   */
  authorizationUrl(flow: AuthorizationFlow, reauthenticate: boolean): Promise<string>;
  /**
   * Exchanges the code of a callback for an identity. `callbackUrl` is the address with its query. `maxAge` is the number
   * of seconds within which the person must have logged in, if required; checked if the provider reports the login time.
   * Throws ProviderError.
   */
  identify(callbackUrl: URL, flow: AuthorizationFlow, maxAge?: number): Promise<ExternalIdentity>;
}

/** The configured providers by their ids. */
export type Providers = ReadonlyMap<ProviderId, Provider>;
