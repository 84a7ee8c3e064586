import { useSiteInfo } from '#client/session/use-site-info.ts';
import { PROVIDER_NAMES, PROVIDERS, type ProviderId } from '#domain/protocol/providers.ts';

/** `isOn`: this server is connected to it. */
export interface ProviderChoice {
  id: ProviderId;
  name: string;
  isOn: boolean;
}

/** In button order, connected ones first; `always` lists those shown even if off. */
export function useProviderChoices(always: readonly (keyof typeof PROVIDER_NAMES)[]): ProviderChoice[] {
  const { providers } = useSiteInfo();
  const choices = PROVIDERS.map((id): ProviderChoice | undefined => {
    const name = providers.find((one) => one.id === id)?.name;
    if (name !== undefined) return { id, name, isOn: true };
    const shown = always.find((known) => known === id);
    return shown && { id, name: PROVIDER_NAMES[shown], isOn: false };
  });
  const shown = choices.filter((choice) => choice !== undefined);
  return shown.toSorted((a, b) => Number(b.isOn) - Number(a.isOn));
}

export function useProviderName(): (id: ProviderId | undefined) => string | undefined {
  const { providers } = useSiteInfo();
  const known: Partial<Record<ProviderId, string>> = PROVIDER_NAMES;
  return (id) => id && (providers.find((one) => one.id === id)?.name ?? known[id]);
}
