import type { FastifyInstance } from 'fastify';
import type { ProviderId } from '#domain/protocol/providers.ts';
import type { ProviderSettings } from '../../config/provider-settings.ts';
import { registerCalls } from '../../http/register-call.ts';
import type { AuthContext } from '../auth-context.ts';
import { callbackRoute } from './callback.ts';
import { FACEBOOK_URLS, facebookProvider } from './facebook.ts';
import { openIdProvider, type ProviderQuirks } from './open-id.ts';
import type { Provider, Providers } from './provider.ts';
import { createProviderContext } from './provider-context.ts';
import { pendingSignUpCalls } from './sign-up.ts';
import { startProviderCalls } from './start.ts';

/** LinkedIn returns no nonce, and refuses PKCE for clients that have a secret. */
export const PROVIDER_QUIRKS: Record<Exclude<ProviderId, 'facebook'>, ProviderQuirks> = {
  google: { nonce: true, pkce: true, reauthentication: { prompt: 'select_account' } },
  linkedin: { nonce: false, pkce: false, reauthentication: {} },
  oidc: { nonce: true, pkce: true, reauthentication: { prompt: 'login', max_age: '0' } },
};

/** Timeout of a request to a provider in seconds; a parent waits for it. */
const TIMEOUT_SECONDS = 5;

/** Creates the providers of the settings. None is contacted before its first use. */
function createProviders(settings: readonly ProviderSettings[]): Providers {
  return new Map(settings.map((one) => [one.id, createProvider(one)]));
}

function createProvider(settings: ProviderSettings): Provider {
  const { id } = settings;
  if (id === 'facebook') return facebookProvider(settings, FACEBOOK_URLS, TIMEOUT_SECONDS);
  return openIdProvider(settings, PROVIDER_QUIRKS[id], TIMEOUT_SECONDS);
}

/** Registers every call about signing in with a provider. */
export function registerProviderCalls(app: FastifyInstance, auth: AuthContext): void {
  const context = createProviderContext(auth, auth.providers ?? createProviders(auth.config.providers));
  registerCalls(app, { ...startProviderCalls(context), ...pendingSignUpCalls(context) });
  callbackRoute(app, context);
}
