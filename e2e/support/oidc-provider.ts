import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type AdapterFactory, type AdapterPayload, Provider } from 'oidc-provider';

export const PROVIDER_NAME = 'Skolkontot';
const CLIENT = { id: 'framme', secret: randomBytes(16).toString('hex') };

/** Claims of each account, by log-in name. */
export type ProviderAccounts = Record<string, Record<string, unknown>>;

export interface OidcProvider {
  issuer: string;
  /** Settings for a server that uses it. */
  env: Record<string, string>;
  stop: () => Promise<void>;
}

/** Starts a real OpenID Connect provider with a log-in page. `framme` is the address of our server. */
export async function startProvider(accounts: ProviderAccounts, framme: string): Promise<OidcProvider> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, configuration(accounts, framme));
  const answer = provider.callback();
  server.on('request', (request, response) => {
    if (request.url?.startsWith('/interaction/')) void interact(provider, request, response);
    else void answer(request, response);
  });
  return {
    issuer,
    env: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
      OIDC_NAME: PROVIDER_NAME,
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function configuration(
  accounts: ProviderAccounts,
  framme: string,
): ConstructorParameters<typeof Provider>[1] {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    adapter: memoryAdapter(),
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [`${framme}/api/providers/oidc/callback`],
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'only', use: 'sig' }] as never },
    cookies: { keys: [randomBytes(16).toString('hex')] },
    ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
    features: { devInteractions: { enabled: false } },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['given_name', 'family_name'],
    },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, accountId) => ({
      accountId,
      claims: () => ({ sub: accountId, ...accounts[accountId] }),
    }),
    // Consent is given beforehand.
    async loadExistingGrant({ oidc }) {
      const { client, session, provider } = oidc;
      const grant = new provider.Grant({
        clientId: client?.clientId ?? '',
        accountId: session?.accountId ?? '',
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  };
}

/** Serves the log-in page: a name field, and a cancel button. */
async function interact(provider: Provider, request: IncomingMessage, response: ServerResponse) {
  if (request.method !== 'POST') {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(PAGE);
    return;
  }
  const form = new URLSearchParams(await text(request));
  const result = form.has('cancel')
    ? { error: 'access_denied', error_description: 'The pupil went away.' }
    : { login: { accountId: form.get('name') ?? '' } };
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
}

const PAGE = `<!doctype html><html lang="en"><title>School</title><link rel="icon" href="data:,">
<form method="post"><label>Pupil <input name="name"></label>
<button>Log in at school</button><button name="cancel">Never mind</button></form></html>`;

/** Creates the storage of one provider, in memory. The library checks the expiry of what it reads. */
function memoryAdapter(): AdapterFactory {
  const stored = new Map<string, AdapterPayload>();
  return (model) => {
    const keyOf = (id: string) => `${model}:${id}`;
    const own = () => [...stored].filter(([key]) => key.startsWith(keyOf('')));
    return {
      async upsert(id, payload) {
        stored.set(keyOf(id), payload);
      },
      find: async (id) => stored.get(keyOf(id)),
      findByUid: async (uid) => own().find(([, payload]) => payload.uid === uid)?.[1],
      findByUserCode: async (code) => own().find(([, payload]) => payload.userCode === code)?.[1],
      async consume(id) {
        const payload = stored.get(keyOf(id));
        if (payload) payload.consumed = Math.floor(Date.now() / 1000);
      },
      async destroy(id) {
        stored.delete(keyOf(id));
      },
      async revokeByGrantId(grant) {
        for (const [key, { grantId }] of own()) if (grantId === grant) stored.delete(key);
      },
    };
  };
}
