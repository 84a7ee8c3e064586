import type { FastifyInstance } from 'fastify';
import type { ProviderId } from '#domain/protocol/providers.ts';
import type { ProviderSettings } from '../../config/provider-settings.ts';
import type { AuthContext } from '../auth-context.ts';
import { createAuthorizationFlows } from './authorization-flows.ts';
import { callbackRoute } from './callback.ts';
import { FACEBOOK_URLS, facebookProvider } from './facebook.ts';
import { openIdProvider, type ProviderQuirks } from './open-id.ts';
import { createPendingSignUps } from './pending-sign-ups.ts';
import type { Provider, Providers } from './provider.ts';
import { pendingSignUpCalls } from './sign-up.ts';
import { startProviderCall } from './start.ts';

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

/** Registers every call about signing in with a provider. `providers` replaces those of the settings. */
export function providerCalls(
  app: FastifyInstance,
  context: AuthContext,
  providers: Providers = createProviders(context.config.providers),
): void {
  const [flows, pendingSignUps] = [createAuthorizationFlows(context), createPendingSignUps(context)];
  startProviderCall(app, context, providers, flows);
  callbackRoute(app, context, providers, flows, pendingSignUps);
  pendingSignUpCalls(app, context, pendingSignUps);
}
