import type { ProviderId } from '#domain/protocol/providers.ts';
import type { ProviderSettings } from '../../config/provider-settings.ts';
import { FACEBOOK_URLS, facebookProvider } from './facebook.ts';
import { openIdProvider, type ProviderQuirks } from './open-id.ts';
import type { Provider, Providers } from './provider.ts';

/** LinkedIn returns no nonce, and refuses PKCE for clients that have a secret. */
export const PROVIDER_QUIRKS: Record<Exclude<ProviderId, 'facebook'>, ProviderQuirks> = {
  google: { nonce: true, pkce: true, reauthentication: { prompt: 'select_account' } },
  linkedin: { nonce: false, pkce: false, reauthentication: {} },
  oidc: { nonce: true, pkce: true, reauthentication: { prompt: 'login', max_age: '0' } },
};

/** Timeout of a request to a provider in seconds; a parent waits for it. */
const TIMEOUT_SECONDS = 5;

/** Creates the providers of the settings. None is contacted before its first use. */
export function createProviders(settings: readonly ProviderSettings[]): Providers {
  return new Map(settings.map((one) => [one.id, createProvider(one)]));
}

function createProvider(settings: ProviderSettings): Provider {
  const { id } = settings;
  if (id === 'facebook') return facebookProvider(settings, FACEBOOK_URLS, TIMEOUT_SECONDS);
  return openIdProvider(settings, PROVIDER_QUIRKS[id], TIMEOUT_SECONDS);
}
