import * as client from 'openid-client';
import { HOUR_MS } from '#domain/time.ts';
import { isLoopback } from '../../config/network-settings.ts';
import type { ProviderSettings } from '../../config/provider-settings.ts';

import type { AuthorizationFlow, ExternalIdentity, Provider } from './provider.ts';
import { type ExternalProfile, validEmail, validName } from './provider.ts';
import { ProviderError, withProviderErrors } from './provider-error.ts';

/** Deviations of a provider from the standard. */
export interface ProviderQuirks {
  /** True if it returns the nonce of the request. */
  nonce: boolean;
  pkce: boolean;
  /** Request parameters that have the person log in again. */
  reauthentication: Record<string, string>;
}

/** Discovery documents are cached for this long. */
const DISCOVERY_CACHE_MS = HOUR_MS;
/** Tolerated difference between the clocks. */
const CLOCK_TOLERANCE_SECONDS = 30;

/** An OpenID Connect provider, discovered at its first use. */
export function openIdProvider(
  { id, clientId, clientSecret, issuer }: ProviderSettings,
  quirks: ProviderQuirks,
  timeoutSeconds: number,
): Provider {
  const configuration = cached(() => {
    const address = new URL(issuer);
    const isLocal = address.protocol === 'http:' && isLoopback(address.hostname);
    const metadata = { client_secret: clientSecret, [client.clockTolerance]: CLOCK_TOLERANCE_SECONDS };
    const execute = [client.enableNonRepudiationChecks, ...(isLocal ? [client.allowInsecureRequests] : [])];
    return client.discovery(address, clientId, metadata, clientAuthentication(clientSecret), {
      timeout: timeoutSeconds,
      execute,
    });
  });
  return {
    id,
    issuer,
    authorizationUrl: (flow, reauthenticate) =>
      withProviderErrors(async () => {
        const parameters = await parametersOf(quirks, flow, reauthenticate);
        return client.buildAuthorizationUrl(await configuration(), parameters).href;
      }),
    identify: (callbackUrl, flow, maxAge) =>
      withProviderErrors(async () => exchangeCode(await configuration(), quirks, callbackUrl, flow, maxAge)),
  };
}

/** Sends the secret in the Authorization header, the standard's default, unless the provider accepts only the body. */
function clientAuthentication(secret: string): client.ClientAuth {
  const [inHeader, inBody] = [client.ClientSecretBasic(secret), client.ClientSecretPost(secret)];
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported;
    const acceptsHeader = methods === undefined || methods.includes('client_secret_basic');
    (acceptsHeader ? inHeader : inBody)(server, ...rest);
  };
}

async function parametersOf(
  quirks: ProviderQuirks,
  { redirectUri, state, nonce, verifier }: AuthorizationFlow,
  reauthenticate: boolean,
): Promise<Record<string, string>> {
  const challenge = quirks.pkce && (await client.calculatePKCECodeChallenge(verifier));
  return {
    scope: 'openid profile email',
    redirect_uri: redirectUri,
    state,
    ...(quirks.nonce && { nonce }),
    ...(challenge && { code_challenge: challenge, code_challenge_method: 'S256' }),
    ...(reauthenticate && quirks.reauthentication),
  };
}

async function exchangeCode(
  configuration: client.Configuration,
  quirks: ProviderQuirks,
  callbackUrl: URL,
  { state, nonce, verifier }: AuthorizationFlow,
  maxAge: number | undefined,
): Promise<ExternalIdentity> {
  // The request went through the browser, where its parameters can be removed, so the time of the login is checked too.
  const checksLoginTime = maxAge !== undefined && quirks.reauthentication.max_age !== undefined;
  const tokens = await client.authorizationCodeGrant(configuration, callbackUrl, {
    expectedState: state,
    idTokenExpected: true,
    ...(quirks.nonce && { expectedNonce: nonce }),
    ...(quirks.pkce && { pkceCodeVerifier: verifier }),
    ...(checksLoginTime && { maxAge }),
  });
  const claims = tokens.claims();
  if (!claims) throw new ProviderError('refused');
  return {
    subject: `${claims.iss} ${claims.sub}`,
    profile: () =>
      withProviderErrors(async () => {
        const isComplete = claims.email !== undefined && claims.given_name !== undefined;
        const hasUserInfo = configuration.serverMetadata().userinfo_endpoint !== undefined;
        if (isComplete || !hasUserInfo) return profileFrom(claims, {});
        return profileFrom(
          claims,
          await client.fetchUserInfo(configuration, tokens.access_token, claims.sub),
        );
      }),
  };
}

type Claims = Readonly<Record<string, unknown>>;

/** Takes the e-mail and its verification from the same source, so that neither vouches for the other's. */
function profileFrom(token: Claims, userInfo: Claims): ExternalProfile {
  const { email, email_verified: verified } = token.email === undefined ? userInfo : token;
  return {
    firstName: validName(token.given_name ?? userInfo.given_name),
    lastName: validName(token.family_name ?? userInfo.family_name),
    email: validEmail(email),
    // LinkedIn sometimes sends a string.
    isVerified: verified === true || verified === 'true',
  };
}

/** Caches the result of `fetch`; a failure is not cached, so that the next use tries again. */
function cached<T>(fetch: () => Promise<T>): () => Promise<T> {
  let cache: { since: number; value: Promise<T> } | undefined;
  return () => {
    const now = performance.now();
    if (cache && now - cache.since < DISCOVERY_CACHE_MS) return cache.value;
    const entry = { since: now, value: fetch() };
    cache = entry;
    entry.value.catch(() => {
      if (cache === entry) cache = undefined;
    });
    return entry.value;
  };
}
