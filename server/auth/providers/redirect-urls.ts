import type { Errand, Intent } from '#domain/protocol/provider-calls.ts';
import type { Outcome, ProviderId } from '#domain/protocol/providers.ts';

/** The page that each errand begins on, and that says what came of it. */
const PAGES: Record<Errand, string> = {
  'sign-in': '/login',
  register: '/register',
  connect: '/profile/account',
  prove: '/profile/account',
};

/** Where the browser goes with a session. Only paths of ours, and what the parent was about to do. */
export function signedInPlace(intent: Intent): string {
  return withQuery('/signed-in', intent);
}

/** Where a passkey is asked for, which the account requires. */
export function secondStepPlace(intent: Intent): string {
  return withQuery('/login', { step: 'passkey', ...intent });
}

/** Where a newcomer says what their provider did not. */
export function newcomerPlace(intent: Intent): string {
  return withQuery('/register/finish', intent);
}

/** Where the outcome is said, by its code alone: nothing that a provider wrote gets into an address. */
export function outcomePlace(
  errand: Errand,
  provider: ProviderId | undefined,
  outcome: Outcome,
  intent: Intent,
): string {
  return withQuery(PAGES[errand], { provider, outcome, ...intent });
}

function withQuery(path: string, parameters: Record<string, string | undefined>): string {
  const said = Object.entries(parameters).filter((pair): pair is [string, string] => pair[1] !== undefined);
  const query = new URLSearchParams(said).toString();
  return query === '' ? path : `${path}?${query}`;
}
