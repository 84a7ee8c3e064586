import type { FrammeData } from '#client/data/port.ts';
import type { ReturnTo } from '#client/session/return-to.ts';
import type { Language } from '#domain/language.ts';
import type { FlowPurpose } from '#domain/protocol/provider-calls.ts';
import {
  PROVIDER_OUTCOMES,
  PROVIDERS,
  type ProviderId,
  type ProviderOutcome,
} from '#domain/protocol/providers.ts';

/**
 * Leaves the page for a provider's authorization flow. Rejects with CallFailed if the server cannot start it; resolves only
 * if the user returns to this very page by the browser's back button.
 */
export async function startAuthorization(
  data: FrammeData,
  provider: ProviderId,
  purpose: FlowPurpose,
  { from, open, invitation }: ReturnTo & { invitation?: string | undefined } = {},
  language?: Language,
): Promise<void> {
  const { url } = await data.ask('startProvider', {
    provider,
    purpose,
    ...(from !== undefined && { from }),
    ...(open && { open }),
    ...(language && { language }),
    ...(invitation !== undefined && { invitation }),
  });
  window.location.assign(url);
  await new Promise((resolve) => window.addEventListener('pageshow', resolve, { once: true }));
}

/** The result of an authorization flow that the redirect back carries; see `authorizationResultIn`. */
export interface AuthorizationResult {
  outcome: ProviderOutcome;
  provider: ProviderId | undefined;
}

/** Reads the result from a query. Only known codes count, so that a crafted link cannot put text on the page. */
export function authorizationResultIn(query: string): AuthorizationResult | undefined {
  const asked = new URLSearchParams(query);
  const outcome = PROVIDER_OUTCOMES.find((known) => known === asked.get('outcome'));
  return outcome && { outcome, provider: PROVIDERS.find((known) => known === asked.get('provider')) };
}
