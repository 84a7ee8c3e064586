import type * as v from 'valibot';
import type { FlowPurpose, intentSchema } from '#domain/protocol/provider-calls.ts';
import type { ProviderId, ProviderOutcome } from '#domain/protocol/providers.ts';

/** The page that starts a flow of this purpose and shows its outcome. */
const PAGES: Record<FlowPurpose, string> = {
  'sign-in': '/login',
  register: '/register',
  connect: '/profile/account',
  reauthenticate: '/profile/account',
};

type Intent = v.InferOutput<typeof intentSchema>;

/** Only a code: no text of a provider gets into an address. */
export function outcomeUrl(
  purpose: FlowPurpose,
  provider: ProviderId | undefined,
  outcome: ProviderOutcome,
  intent: Intent,
): string {
  return urlWith(PAGES[purpose], { provider, outcome, ...intent });
}

/** The intent holds only our own paths and choices (no open redirect). */
export function urlWith(path: string, parameters: Record<string, string | undefined>): string {
  const given = Object.entries(parameters).filter((pair): pair is [string, string] => pair[1] !== undefined);
  const query = new URLSearchParams(given).toString();
  return query === '' ? path : `${path}?${query}`;
}
