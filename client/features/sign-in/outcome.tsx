import { useTranslation } from 'react-i18next';
import { useProviderName } from '#client/auth/provider-choices.ts';
import type { Returned } from '#client/auth/provider-redirect.ts';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import type { Outcome as OutcomeCode } from '#domain/protocol/providers.ts';

const WORDS = {
  cancelled: 'cancelled',
  unreachable: 'unreachable',
  refused: 'refused',
  expired: 'expired',
  unavailable: 'unavailable',
  'not-connected': 'notConnected',
} as const satisfies Partial<Record<OutcomeCode, string>>;

/** Says what came of a trip to a provider that signed nobody in, and what to do next. */
export function Outcome({ outcome, provider }: Returned) {
  const { t } = useTranslation('pages');
  const nameOf = useProviderName();
  const known: Partial<Record<OutcomeCode, (typeof WORDS)[keyof typeof WORDS]>> = WORDS;
  const words = known[outcome] ?? 'expired';
  const name = nameOf(provider) ?? t(($) => $.providers.someService);
  return <ErrorBox>{t(($) => $.providers.outcomes[words], { provider: name })}</ErrorBox>;
}
