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
 * Leaves the page. Rejects with CallFailed if the server cannot start the flow; resolves only if the user
 * comes back by the back button.
 */
export async function startAuthorization(
  data: FrammeData,
  provider: ProviderId,
  purpose: FlowPurpose,
  { from, open, invitation }: ReturnTo & { invitation?: string | undefined } = {},
  language?: Language,
): Promise<void> {
  const { url } = await data.call('startProvider', {
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

interface AuthorizationResult {
  outcome: ProviderOutcome;
  provider: ProviderId | undefined;
}

/** Only known codes count, so that a crafted link cannot put text on the page. */
export function authorizationResultIn(query: string): AuthorizationResult | undefined {
  const asked = new URLSearchParams(query);
  const outcome = PROVIDER_OUTCOMES.find((known) => known === asked.get('outcome'));
  return outcome && { outcome, provider: PROVIDERS.find((known) => known === asked.get('provider')) };
}

/** A page has no texts for outcomes that its flows do not have. */
export function outcomeIn<Known extends ProviderOutcome>(
  texts: Readonly<Record<Known | 'expired', string>>,
  outcome: ProviderOutcome,
): Known | 'expired' {
  return Object.hasOwn(texts, outcome) ? (outcome as Known) : 'expired';
}
