import { createHmac } from 'node:crypto';
import * as client from 'openid-client';
import * as v from 'valibot';
import { isLoopback } from '../../config/network-settings.ts';
import type { ProviderSettings } from '../../config/provider-settings.ts';

import type { AuthorizationFlow, ExternalIdentity, Provider } from './provider.ts';
import { type ExternalProfile, validEmail, validName } from './provider.ts';
import { ProviderError, withProviderErrors } from './provider-error.ts';

/** Base addresses of Facebook's login dialog and its API. */
export interface FacebookUrls {
  dialog: string;
  graph: string;
}

export const FACEBOOK_URLS: FacebookUrls = {
  dialog: 'https://www.facebook.com/v24.0',
  graph: 'https://graph.facebook.com/v24.0',
};

const meSchema = v.object({
  id: v.pipe(v.string(), v.regex(/^\d{1,40}$/)),
  email: v.optional(v.unknown()),
  first_name: v.optional(v.unknown()),
  last_name: v.optional(v.unknown()),
});

/** Facebook supports OAuth 2.0 without OpenID Connect, so the identity is fetched from its API. */
export function facebookProvider(
  { id, clientId, clientSecret, issuer }: ProviderSettings,
  urls: FacebookUrls,
  timeoutSeconds: number,
): Provider {
  const server = {
    issuer,
    authorization_endpoint: `${urls.dialog}/dialog/oauth`,
    token_endpoint: `${urls.graph}/oauth/access_token`,
  };
  const configuration = new client.Configuration(
    server,
    clientId,
    undefined,
    client.ClientSecretPost(clientSecret),
  );
  configuration.timeout = timeoutSeconds;
  const { protocol, hostname } = new URL(urls.graph);
  if (protocol === 'http:' && isLoopback(hostname)) client.allowInsecureRequests(configuration);
  return {
    id,
    issuer,
    authorizationUrl: (flow, reauthenticate) =>
      withProviderErrors(
        async () =>
          client.buildAuthorizationUrl(configuration, await parametersOf(flow, reauthenticate)).href,
      ),
    identify: (callbackUrl, { state, verifier }) =>
      withProviderErrors(async () => {
        const checks = { expectedState: state, pkceCodeVerifier: verifier };
        const { access_token: token } = await client.authorizationCodeGrant(
          configuration,
          callbackUrl,
          checks,
        );
        return identityFrom(issuer, await fetchMe(configuration, urls, token, clientSecret));
      }),
  };
}

async function parametersOf(
  { redirectUri, state, verifier }: AuthorizationFlow,
  reauthenticate: boolean,
): Promise<Record<string, string>> {
  return {
    scope: 'email public_profile',
    redirect_uri: redirectUri,
    state,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(reauthenticate && { auth_type: 'reauthenticate' }),
  };
}

/** Sends the token in the header. `appsecret_proof` shows that its own app uses it. */
async function fetchMe(
  configuration: client.Configuration,
  { graph }: FacebookUrls,
  token: string,
  secret: string,
): Promise<unknown> {
  const proof = createHmac('sha256', secret).update(token).digest('hex');
  const address = new URL(`${graph}/me`);
  address.search = new URLSearchParams({
    fields: 'id,email,first_name,last_name',
    appsecret_proof: proof,
  }).toString();
  const response = await client.fetchProtectedResource(configuration, token, address, 'GET');
  if (!response.ok) throw new ProviderError(response.status >= 500 ? 'unreachable' : 'refused');
  return response.json().catch(() => Promise.reject(new ProviderError('unreachable')));
}

function identityFrom(issuer: string, reply: unknown): ExternalIdentity {
  const me = v.safeParse(meSchema, reply);
  if (!me.success) throw new ProviderError('refused');
  const { id, email, first_name: firstName, last_name: lastName } = me.output;
  // Facebook does not say if it verified the e-mail, so it counts as unverified.
  const profile: ExternalProfile = {
    firstName: validName(firstName),
    lastName: validName(lastName),
    email: validEmail(email),
    isVerified: false,
  };
  return { subject: `${issuer} ${id}`, profile: async () => profile };
}
