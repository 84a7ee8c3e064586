import type { FrammeData } from '#client/data/port.ts';
import type { ReturnTo } from '#client/session/return-to.ts';
import type { Language } from '#domain/fields.ts';
import type { Errand } from '#domain/protocol/provider-calls.ts';
import { OUTCOMES, type Outcome, PROVIDERS, type ProviderId } from '#domain/protocol/providers.ts';

/**
 * Leaves for a provider. Rejects with CallFailed where it cannot be asked; resolves only if the visitor comes back to this
 * very page, by the browser's own button.
 */
export async function leaveFor(
  data: FrammeData,
  provider: ProviderId,
  errand: Errand,
  { from, open }: ReturnTo = {},
  language?: Language,
): Promise<void> {
  const { url } = await data.ask('startProvider', {
    provider,
    errand,
    ...(from !== undefined && { from }),
    ...(open && { open }),
    ...(language && { language }),
  });
  window.location.assign(url);
  await new Promise((resolve) => window.addEventListener('pageshow', resolve, { once: true }));
}

/** What came of a trip, as the address says it; anything but our own words counts as nothing. */
export interface Returned {
  outcome: Outcome;
  provider: ProviderId | undefined;
}

export function returnedIn(query: string): Returned | undefined {
  const asked = new URLSearchParams(query);
  const outcome = OUTCOMES.find((known) => known === asked.get('outcome'));
  return outcome && { outcome, provider: PROVIDERS.find((known) => known === asked.get('provider')) };
}
