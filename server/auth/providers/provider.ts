import * as v from 'valibot';
import { nameSchema, newEmailSchema } from '#domain/fields.ts';
import type { ProviderId } from '#domain/protocol/providers.ts';

/** A person's profile at a provider. Fields that are missing or invalid are absent. */
export interface ExternalProfile {
  firstName?: string | undefined;
  lastName?: string | undefined;
  email?: string | undefined;
  /** True if the provider verified that the e-mail reaches this person. */
  isVerified: boolean;
}

/** Returns a name of a provider, or undefined if it is not valid as one of ours. */
export function validName(name: unknown): string | undefined {
  return validOrUndefined(nameSchema, name);
}

export function validEmail(email: unknown): string | undefined {
  return validOrUndefined(newEmailSchema, email);
}

function validOrUndefined(
  schema: typeof nameSchema | typeof newEmailSchema,
  value: unknown,
): string | undefined {
  const parsed = v.safeParse(schema, value);
  return parsed.success ? parsed.output : undefined;
}

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
