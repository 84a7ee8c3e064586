import { PROVIDER_NAMES, PROVIDERS, type ProviderId } from '#domain/protocol/providers.ts';
import { createProvider } from '#server/auth/providers/create-provider.ts';
import { type AppOptions, type AppUnderTest, startApp } from './app.ts';
import { FACEBOOK_SECRET } from './mock-facebook.ts';
import { startMockOpenIdProvider } from './mock-openid-provider.ts';
import { OAuthBrowser } from './oauth-browser.ts';

const CLIENT_SECRET = 'klient-geheim';
/** The timeout of provider requests, in seconds: longer than a busy machine stands still. */
const PATIENCE = 60;

type Places = Partial<Record<ProviderId, string>>;

/** Starts our server with mock providers at these addresses, for which it waits `patience` seconds. */
export function startAppWithProviders(
  places: Places,
  options: AppOptions = {},
  patience = PATIENCE,
): Promise<AppUnderTest> {
  const providers = providersAt(places, patience);
  return startApp({
    ...options,
    change: (dependencies) => ({ ...options.change?.(dependencies), providers }),
  });
}

/** Makes the providers of an app from mock providers at these addresses. */
export function providersAt(places: Places, patience = PATIENCE) {
  const ids = PROVIDERS.filter((id) => places[id] !== undefined);
  return new Map(
    ids.map((id) => {
      const { [id]: place = '' } = places;
      const settings = {
        id,
        name: id === 'oidc' ? 'Skolan' : PROVIDER_NAMES[id],
        clientId: 'framme',
        clientSecret: id === 'facebook' ? FACEBOOK_SECRET : CLIENT_SECRET,
        issuer: id === 'facebook' ? 'https://www.facebook.com' : place,
      };
      return [id, createProvider(settings, patience, { dialog: place, graph: place })];
    }),
  );
}

/** Starts both, with a browser that is not signed in. */
export async function startWithGoogle(options: AppOptions = {}, patience = PATIENCE) {
  const google = await startMockOpenIdProvider();
  const app = await startAppWithProviders({ google: google.url }, options, patience);
  return { google, app, browser: new OAuthBrowser(app.url) };
}
