import type { ProviderId } from '#domain/protocol/providers.ts';
import type { ProviderSettings } from '../../config/provider-settings.ts';
import { FACEBOOK, facebookProvider } from './facebook.ts';
import { type Manner, openIdProvider } from './open-id.ts';
import type { Provider, Providers } from './provider.ts';

/** LinkedIn returns no nonce, and refuses PKCE to an app that has a secret. */
export const MANNERS: Record<Exclude<ProviderId, 'facebook'>, Manner> = {
  google: { nonce: true, pkce: true, anew: { prompt: 'select_account' } },
  linkedin: { nonce: false, pkce: false, anew: {} },
  oidc: { nonce: true, pkce: true, anew: { prompt: 'login', max_age: '0' } },
};

/** How many seconds a call to a provider may take; a parent waits for it. */
const PATIENCE = 5;

/** Those that are configured, by their ids. None is asked for anything yet. */
export function providersOf(settings: readonly ProviderSettings[]): Providers {
  return new Map(settings.map((one) => [one.id, providerOf(one)]));
}

function providerOf(settings: ProviderSettings): Provider {
  const { id } = settings;
  if (id === 'facebook') return facebookProvider(settings, FACEBOOK, PATIENCE);
  return openIdProvider(settings, MANNERS[id], PATIENCE);
}
