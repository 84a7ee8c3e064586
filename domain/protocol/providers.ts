/** The sign-in providers, in the order of their buttons. `oidc` is any OpenID Connect provider, named by the host. */
export const PROVIDERS = ['google', 'facebook', 'linkedin', 'oidc'] as const;
export type ProviderId = (typeof PROVIDERS)[number];

/** The names that are the same for every host and language. */
export const PROVIDER_NAMES = { google: 'Google', facebook: 'Facebook', linkedin: 'LinkedIn' } as const;

/** The outcomes of an authorization flow besides a sign-in, as they appear in the address. */
export const PROVIDER_OUTCOMES = [
  'connected',
  'reauthenticated',
  'cancelled',
  'unreachable',
  'refused',
  'expired',
  'not-connected',
  'already-used',
  'someone-else',
  'unavailable',
  'not-invited',
] as const;
export type ProviderOutcome = (typeof PROVIDER_OUTCOMES)[number];
