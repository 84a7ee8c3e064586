/** In button order. `oidc`: any OpenID Connect provider, named by the operator. */
export const PROVIDERS = ['google', 'facebook', 'linkedin', 'oidc'] as const;
export type ProviderId = (typeof PROVIDERS)[number];

export const PROVIDER_NAMES = { google: 'Google', facebook: 'Facebook', linkedin: 'LinkedIn' } as const;

/** The outcomes besides a sign-in, as they appear in the address. */
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
