/** The services one can sign in with, in the order of their buttons. `oidc` is any OpenID Connect provider, named by the host. */
export const PROVIDERS = ['google', 'facebook', 'linkedin', 'oidc'] as const;
export type ProviderId = (typeof PROVIDERS)[number];

/** What those are called that are called the same everywhere. */
export const PROVIDER_NAMES = { google: 'Google', facebook: 'Facebook', linkedin: 'LinkedIn' } as const;

/** What can come of a trip to a provider, beside being signed in: the only words of it that an address carries. */
export const OUTCOMES = [
  'connected',
  'proven',
  'cancelled',
  'unreachable',
  'refused',
  'expired',
  'not-connected',
  'already-used',
  'someone-else',
  'unavailable',
] as const;
export type Outcome = (typeof OUTCOMES)[number];
