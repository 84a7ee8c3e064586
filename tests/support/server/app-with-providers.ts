import { PROVIDER_NAMES } from '#domain/protocol/providers.ts';
import { PROVIDER_QUIRKS } from '#server/auth/providers/calls.ts';
import { facebookProvider } from '#server/auth/providers/facebook.ts';
import { openIdProvider } from '#server/auth/providers/open-id.ts';
import type { ProviderSettings } from '#server/config/provider-settings.ts';
import { type AppOptions, type AppUnderTest, startApp } from './app.ts';
import { FACEBOOK_SECRET } from './mock-facebook.ts';

const CLIENT_SECRET = 'klient-geheim';
/** The timeout of provider requests, in seconds: longer than a busy machine stands still. */
const PATIENCE = 60;

/** Starts our server with mock providers at these addresses, for which it waits `patience` seconds. */
export function startAppWithProviders(
  places: { google?: string; linkedin?: string; facebook?: string; oidc?: string },
  options: AppOptions = {},
  patience = PATIENCE,
): Promise<AppUnderTest> {
  const settings = (id: ProviderSettings['id'], issuer: string): ProviderSettings => ({
    id,
    name: id === 'oidc' ? 'Skolan' : PROVIDER_NAMES[id],
    clientId: 'framme',
    clientSecret: id === 'facebook' ? FACEBOOK_SECRET : CLIENT_SECRET,
    issuer,
  });
  const openId = (['google', 'linkedin', 'oidc'] as const).flatMap((id) => {
    const place = places[id];
    return place === undefined ? [] : [openIdProvider(settings(id, place), PROVIDER_QUIRKS[id], patience)];
  });
  const { facebook } = places;
  const others = facebook
    ? [
        facebookProvider(
          settings('facebook', 'https://www.facebook.com'),
          { dialog: facebook, graph: facebook },
          patience,
        ),
      ]
    : [];
  const providers = new Map([...openId, ...others].map((one) => [one.id, one]));
  return startApp({
    ...options,
    change: (dependencies) => ({ ...options.change?.(dependencies), providers }),
  });
}
