import { createHmac } from 'node:crypto';
import * as client from 'openid-client';
import * as v from 'valibot';
import { nameSchema, newEmailSchema } from '#domain/fields.ts';
import type { ProviderId } from '#domain/protocol/providers.ts';
import { HOUR_MS } from '#domain/time.ts';
import { isLoopback } from '../../config/network-settings.ts';
import type { ProviderSettings } from '../../config/provider-settings.ts';
import {
  type AuthorizationFlow,
  type ExternalIdentity,
  type ExternalProfile,
  type Provider,
  ProviderError,
  withProviderErrors,
} from './provider.ts';

interface Quirks {
  scope: string;
  /** The provider returns the request's nonce. */
  nonce: boolean;
  pkce: boolean;
  /** Parameters that have the person log in again. */
  reauthentication: Record<string, string>;
}

const OPEN_ID = 'openid profile email';

/** LinkedIn returns no nonce, and refuses PKCE for clients with a secret. */
const QUIRKS: Record<ProviderId, Quirks> = {
  google: { scope: OPEN_ID, nonce: true, pkce: true, reauthentication: { prompt: 'select_account' } },
  linkedin: { scope: OPEN_ID, nonce: false, pkce: false, reauthentication: {} },
  oidc: { scope: OPEN_ID, nonce: true, pkce: true, reauthentication: { prompt: 'login', max_age: '0' } },
  facebook: {
    scope: 'email public_profile',
    nonce: false,
    pkce: true,
    reauthentication: { auth_type: 'reauthenticate' },
  },
};

const FACEBOOK_URLS = {
  dialog: 'https://www.facebook.com/v24.0',
  graph: 'https://graph.facebook.com/v24.0',
};

const DISCOVERY_CACHE_MS = HOUR_MS;
const CLOCK_TOLERANCE_SECONDS = 30;

/** Discovered at its first use, but for Facebook, which is OAuth 2.0 without OpenID Connect. */
export function createProvider(
  settings: ProviderSettings,
  timeoutSeconds: number,
  facebookUrls = FACEBOOK_URLS,
): Provider {
  const { id, issuer, clientSecret } = settings;
  const isFacebook = id === 'facebook';
  const configuration = cached(async () =>
    isFacebook
      ? configureFacebook(settings, facebookUrls, timeoutSeconds)
      : discover(settings, timeoutSeconds),
  );
  return {
    id,
    issuer,
    authorizationUrl: (flow, reauthenticate) =>
      withProviderErrors(async () => {
        const parameters = await parametersOf(QUIRKS[id], flow, reauthenticate);
        return client.buildAuthorizationUrl(await configuration(), parameters).href;
      }),
    identify: (callbackUrl, flow, maxAge) =>
      withProviderErrors(async () => {
        const configured = await configuration();
        const tokens = await exchangeCode(configured, id, callbackUrl, flow, maxAge);
        if (!isFacebook) return identityIn(configured, tokens);
        const { access_token: token } = tokens;
        return facebookIdentity(issuer, await fetchMe(configured, facebookUrls.graph, token, clientSecret));
      }),
  };
}

function discover({ clientId, clientSecret, issuer }: ProviderSettings, timeout: number) {
  const address = new URL(issuer);
  const isLocal = address.protocol === 'http:' && isLoopback(address.hostname);
  const metadata = { client_secret: clientSecret, [client.clockTolerance]: CLOCK_TOLERANCE_SECONDS };
  const execute = [client.enableNonRepudiationChecks, ...(isLocal ? [client.allowInsecureRequests] : [])];
  const authentication = clientAuthentication(clientSecret);
  return client.discovery(address, clientId, metadata, authentication, { timeout, execute });
}

function configureFacebook(
  { clientId, clientSecret, issuer }: ProviderSettings,
  { dialog, graph }: typeof FACEBOOK_URLS,
  timeout: number,
): client.Configuration {
  const server = {
    issuer,
    authorization_endpoint: `${dialog}/dialog/oauth`,
    token_endpoint: `${graph}/oauth/access_token`,
  };
  const authentication = client.ClientSecretPost(clientSecret);
  const configuration = new client.Configuration(server, clientId, undefined, authentication);
  configuration.timeout = timeout;
  const { protocol, hostname } = new URL(graph);
  if (protocol === 'http:' && isLoopback(hostname)) client.allowInsecureRequests(configuration);
  return configuration;
}

/** In the Authorization header, the standard's default, unless only the body is accepted. */
function clientAuthentication(secret: string): client.ClientAuth {
  const [inHeader, inBody] = [client.ClientSecretBasic(secret), client.ClientSecretPost(secret)];
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported;
    const acceptsHeader = methods === undefined || methods.includes('client_secret_basic');
    (acceptsHeader ? inHeader : inBody)(server, ...rest);
  };
}

async function parametersOf(
  quirks: Quirks,
  { redirectUri, state, nonce, verifier }: AuthorizationFlow,
  reauthenticate: boolean,
): Promise<Record<string, string>> {
  const challenge = quirks.pkce && (await client.calculatePKCECodeChallenge(verifier));
  return {
    scope: quirks.scope,
    redirect_uri: redirectUri,
    state,
    ...(quirks.nonce && { nonce }),
    ...(challenge && { code_challenge: challenge, code_challenge_method: 'S256' }),
    ...(reauthenticate && quirks.reauthentication),
  };
}

function exchangeCode(
  configuration: client.Configuration,
  id: ProviderId,
  callbackUrl: URL,
  { state, nonce, verifier }: AuthorizationFlow,
  maxAge: number | undefined,
) {
  const quirks = QUIRKS[id];
  // The browser can remove request parameters, so check the login time too.
  const checksLoginTime = maxAge !== undefined && quirks.reauthentication.max_age !== undefined;
  return client.authorizationCodeGrant(configuration, callbackUrl, {
    expectedState: state,
    idTokenExpected: id !== 'facebook',
    ...(quirks.nonce && { expectedNonce: nonce }),
    ...(quirks.pkce && { pkceCodeVerifier: verifier }),
    ...(checksLoginTime && { maxAge }),
  });
}

function identityIn(
  configuration: client.Configuration,
  tokens: Awaited<ReturnType<typeof exchangeCode>>,
): ExternalIdentity {
  const claims = tokens.claims();
  if (!claims) throw new ProviderError('refused');
  return {
    subject: `${claims.iss} ${claims.sub}`,
    profile: () =>
      withProviderErrors(async () => {
        const isComplete = claims.email !== undefined && claims.given_name !== undefined;
        const hasUserInfo = configuration.serverMetadata().userinfo_endpoint !== undefined;
        if (isComplete || !hasUserInfo) return profileFrom(claims, {});
        const userInfo = await client.fetchUserInfo(configuration, tokens.access_token, claims.sub);
        return profileFrom(claims, userInfo);
      }),
  };
}

type Claims = Readonly<Record<string, unknown>>;

/** E-mail and verification from one source, so that neither vouches for the other's. */
function profileFrom(token: Claims, userInfo: Claims): ExternalProfile {
  const { email, email_verified: verified } = token.email === undefined ? userInfo : token;
  return {
    firstName: valid(nameSchema, token.given_name ?? userInfo.given_name),
    lastName: valid(nameSchema, token.family_name ?? userInfo.family_name),
    email: valid(newEmailSchema, email),
    // LinkedIn sometimes sends a string.
    isVerified: verified === true || verified === 'true',
  };
}

/** Token in the header; `appsecret_proof` shows that its own app uses it. */
async function fetchMe(configuration: client.Configuration, graph: string, token: string, secret: string) {
  const proof = createHmac('sha256', secret).update(token).digest('hex');
  const wanted = { fields: 'id,email,first_name,last_name', appsecret_proof: proof };
  const address = new URL(`${graph}/me?${new URLSearchParams(wanted)}`);
  const response = await client.fetchProtectedResource(configuration, token, address, 'GET');
  if (!response.ok) throw new ProviderError(response.status >= 500 ? 'unreachable' : 'refused');
  return response.json().catch(() => Promise.reject(new ProviderError('unreachable')));
}

const meSchema = v.object({
  id: v.pipe(v.string(), v.regex(/^\d{1,40}$/)),
  email: v.optional(v.unknown()),
  first_name: v.optional(v.unknown()),
  last_name: v.optional(v.unknown()),
});

function facebookIdentity(issuer: string, reply: unknown): ExternalIdentity {
  const me = v.safeParse(meSchema, reply);
  if (!me.success) throw new ProviderError('refused');
  const { id, email, first_name: firstName, last_name: lastName } = me.output;
  const names = { firstName: valid(nameSchema, firstName), lastName: valid(nameSchema, lastName) };
  // Facebook does not say if it verified the e-mail.
  const profile = { ...names, email: valid(newEmailSchema, email), isVerified: false };
  return { subject: `${issuer} ${id}`, profile: async () => profile };
}

/** Undefined if invalid as one of ours. */
function valid(schema: typeof nameSchema | typeof newEmailSchema, value: unknown): string | undefined {
  const parsed = v.safeParse(schema, value);
  return parsed.success ? parsed.output : undefined;
}

/** Failures are not cached, so that the next use retries. */
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
