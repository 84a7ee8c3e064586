import { createHmac } from 'node:crypto';
import * as client from 'openid-client';
import * as v from 'valibot';
import type { ProviderSettings } from '../../config/provider-settings.ts';
import { isLoopback } from '../../config/public-url.ts';
import { asking } from './failure.ts';
import { emailIn, nameIn } from './person.ts';
import { type Arrival, type Person, type Provider, ProviderFailed, type Trip } from './provider.ts';

/** Where Facebook's dialog, and the API behind it, are. */
export interface FacebookPlace {
  dialog: string;
  graph: string;
}

export const FACEBOOK: FacebookPlace = {
  dialog: 'https://www.facebook.com/v24.0',
  graph: 'https://graph.facebook.com/v24.0',
};

const meSchema = v.object({
  id: v.pipe(v.string(), v.regex(/^\d{1,40}$/)),
  email: v.optional(v.unknown()),
  first_name: v.optional(v.unknown()),
  last_name: v.optional(v.unknown()),
});

/** Facebook speaks OAuth 2.0 without OpenID Connect: no token says who came, so it is asked. */
export function facebookProvider(
  { id, clientId, clientSecret, issuer }: ProviderSettings,
  place: FacebookPlace,
  patience: number,
): Provider {
  const server = {
    issuer,
    authorization_endpoint: `${place.dialog}/dialog/oauth`,
    token_endpoint: `${place.graph}/oauth/access_token`,
  };
  const configuration = new client.Configuration(
    server,
    clientId,
    undefined,
    client.ClientSecretPost(clientSecret),
  );
  configuration.timeout = patience;
  const { protocol, hostname } = new URL(place.graph);
  if (protocol === 'http:' && isLoopback(hostname)) client.allowInsecureRequests(configuration);
  return {
    id,
    issuer,
    addressFor: (trip, anew) =>
      asking(async () => client.buildAuthorizationUrl(configuration, await question(trip, anew)).href),
    arrival: (address, { state, verifier }) =>
      asking(async () => {
        const checks = { expectedState: state, pkceCodeVerifier: verifier };
        const { access_token: token } = await client.authorizationCodeGrant(configuration, address, checks);
        return arrivalOf(issuer, await askWhoThatIs(configuration, place, token, clientSecret));
      }),
  };
}

async function question(
  { redirectUri, state, verifier }: Trip,
  anew: boolean,
): Promise<Record<string, string>> {
  return {
    scope: 'email public_profile',
    redirect_uri: redirectUri,
    state,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(anew && { auth_type: 'reauthenticate' }),
  };
}

/** The token travels in the header; the proof shows that it is used by the app it was made for. */
async function askWhoThatIs(
  configuration: client.Configuration,
  { graph }: FacebookPlace,
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
  if (!response.ok) throw new ProviderFailed(response.status >= 500 ? 'unreachable' : 'refused');
  return response.json().catch(() => Promise.reject(new ProviderFailed('unreachable')));
}

function arrivalOf(issuer: string, answer: unknown): Arrival {
  const me = v.safeParse(meSchema, answer);
  if (!me.success) throw new ProviderFailed('refused');
  const { id, email, first_name: firstName, last_name: lastName } = me.output;
  // Facebook does not say whether it ever checked the e-mail, so it counts as unchecked.
  const person: Person = {
    firstName: nameIn(firstName),
    lastName: nameIn(lastName),
    email: emailIn(email),
    isVerified: false,
  };
  return { subject: `${issuer} ${id}`, person: async () => person };
}
