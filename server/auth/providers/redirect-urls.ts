import type { FlowPurpose, Intent } from '#domain/protocol/provider-calls.ts';
import type { ProviderId, ProviderOutcome } from '#domain/protocol/providers.ts';

/** The page that a flow of each purpose starts on, and that shows its outcome. */
const PAGES: Record<FlowPurpose, string> = {
  'sign-in': '/login',
  register: '/register',
  connect: '/profile/account',
  reauthenticate: '/profile/account',
};

/** The page after a sign-in; the intent holds nothing but paths and choices of ours (no open redirect). */
export function signedInUrl(intent: Intent): string {
  return withQuery('/signed-in', intent);
}

/** The page that asks for the passkey as second factor. */
export function secondFactorUrl(intent: Intent): string {
  return withQuery('/login', { step: 'passkey', ...intent });
}

/** The page that asks for details that the provider did not give. */
export function pendingSignUpUrl(intent: Intent): string {
  return withQuery('/register/finish', intent);
}

/** The page that shows the outcome, given by its code alone: no text of a provider gets into an address. */
export function outcomeUrl(
  purpose: FlowPurpose,
  provider: ProviderId | undefined,
  outcome: ProviderOutcome,
  intent: Intent,
): string {
  return withQuery(PAGES[purpose], { provider, outcome, ...intent });
}

function withQuery(path: string, parameters: Record<string, string | undefined>): string {
  const given = Object.entries(parameters).filter((pair): pair is [string, string] => pair[1] !== undefined);
  const query = new URLSearchParams(given).toString();
  return query === '' ? path : `${path}?${query}`;
}
