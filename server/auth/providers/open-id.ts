import * as client from 'openid-client';
import { HOUR_MS } from '#domain/time.ts';
import type { ProviderSettings } from '../../config/provider-settings.ts';
import { isLoopback } from '../../config/public-url.ts';
import { asking } from './failure.ts';
import { emailIn, nameIn } from './person.ts';
import { type Arrival, type Person, type Provider, ProviderFailed, type Trip } from './provider.ts';

/** In what a provider differs from the standard. */
export interface Manner {
  /** Whether it returns the nonce that it was given. */
  nonce: boolean;
  pkce: boolean;
  /** Asks it to have the person show anew who they are. */
  anew: Record<string, string>;
}

/** What a provider's documents may change over time: they are fetched again after so many ms. */
const DOCUMENTS_HOLD = HOUR_MS;
/** By how many seconds a provider's clock may be off. */
const CLOCKS_DIFFER = 30;

/** An OpenID Connect provider, discovered at its first use. In: how many seconds a call to it may take. */
export function openIdProvider(
  { id, clientId, clientSecret, issuer }: ProviderSettings,
  manner: Manner,
  patience: number,
): Provider {
  const configuration = kept(() => {
    const address = new URL(issuer);
    const isHere = address.protocol === 'http:' && isLoopback(address.hostname);
    const metadata = { client_secret: clientSecret, [client.clockTolerance]: CLOCKS_DIFFER };
    const execute = [client.enableNonRepudiationChecks, ...(isHere ? [client.allowInsecureRequests] : [])];
    return client.discovery(address, clientId, metadata, secretIn(clientSecret), {
      timeout: patience,
      execute,
    });
  });
  return {
    id,
    issuer,
    addressFor: (trip, anew) =>
      asking(
        async () =>
          client.buildAuthorizationUrl(await configuration(), await question(manner, trip, anew)).href,
      ),
    arrival: (address, trip, anewWithin) =>
      asking(async () => exchange(await configuration(), manner, address, trip, anewWithin)),
  };
}

/** By the Authorization header, which is the standard's own way, unless the provider takes it in the body alone. */
function secretIn(secret: string): client.ClientAuth {
  const [inHeader, inBody] = [client.ClientSecretBasic(secret), client.ClientSecretPost(secret)];
  return (server, ...rest) => {
    const ways = server.token_endpoint_auth_methods_supported;
    const takesHeader = ways === undefined || ways.includes('client_secret_basic');
    (takesHeader ? inHeader : inBody)(server, ...rest);
  };
}

async function question(manner: Manner, trip: Trip, anew: boolean): Promise<Record<string, string>> {
  const { redirectUri, state, nonce, verifier } = trip;
  const challenge = manner.pkce && (await client.calculatePKCECodeChallenge(verifier));
  return {
    scope: 'openid profile email',
    redirect_uri: redirectUri,
    state,
    ...(manner.nonce && { nonce }),
    ...(challenge && { code_challenge: challenge, code_challenge_method: 'S256' }),
    ...(anew && manner.anew),
  };
}

async function exchange(
  configuration: client.Configuration,
  manner: Manner,
  address: URL,
  { state, nonce, verifier }: Trip,
  anewWithin: number | undefined,
): Promise<Arrival> {
  // The browser carried the question, so whoever holds it can have left out that they log in anew.
  const showsWhen = anewWithin !== undefined && manner.anew.max_age !== undefined;
  const tokens = await client.authorizationCodeGrant(configuration, address, {
    expectedState: state,
    idTokenExpected: true,
    ...(manner.nonce && { expectedNonce: nonce }),
    ...(manner.pkce && { pkceCodeVerifier: verifier }),
    ...(showsWhen && { maxAge: anewWithin }),
  });
  const claims = tokens.claims();
  if (!claims) throw new ProviderFailed('refused');
  return {
    subject: `${claims.iss} ${claims.sub}`,
    person: () =>
      asking(async () => {
        const isWhole = claims.email !== undefined && claims.given_name !== undefined;
        const canTell = configuration.serverMetadata().userinfo_endpoint !== undefined;
        if (isWhole || !canTell) return personIn(claims, {});
        return personIn(claims, await client.fetchUserInfo(configuration, tokens.access_token, claims.sub));
      }),
  };
}

type Claims = Readonly<Record<string, unknown>>;

/** An e-mail and whether it is verified come from one source, so that one never vouches for the other's. */
function personIn(token: Claims, more: Claims): Person {
  const { email, email_verified: verified } = token.email === undefined ? more : token;
  return {
    firstName: nameIn(token.given_name ?? more.given_name),
    lastName: nameIn(token.family_name ?? more.family_name),
    email: emailIn(email),
    // LinkedIn has been seen to write it as text.
    isVerified: verified === true || verified === 'true',
  };
}

/** Keeps what was fetched for a while; a failure is not kept, so that the next use tries again. */
function kept<T>(fetch: () => Promise<T>): () => Promise<T> {
  let held: { since: number; value: Promise<T> } | undefined;
  return () => {
    const now = performance.now();
    if (held && now - held.since < DOCUMENTS_HOLD) return held.value;
    const mine = { since: now, value: fetch() };
    held = mine;
    mine.value.catch(() => {
      if (held === mine) held = undefined;
    });
    return mine.value;
  };
}
