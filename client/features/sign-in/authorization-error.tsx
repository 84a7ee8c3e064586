import type { AuthorizationResult } from '#client/auth/provider-authorization.ts';
import { useProviderName } from '#client/auth/provider-choices.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import type { ProviderOutcome } from '#domain/protocol/providers.ts';

const TEXT_KEYS = {
  cancelled: 'cancelled',
  unreachable: 'unreachable',
  refused: 'refused',
  expired: 'expired',
  unavailable: 'unavailable',
  'not-connected': 'notConnected',
  'not-invited': 'notInvited',
} as const satisfies Partial<Record<ProviderOutcome, string>>;

/** Error of an authorization flow that signed nobody in, and what to do next. */
export function AuthorizationError({ outcome, provider }: AuthorizationResult) {
  const { t } = useTranslation('pages');
  const nameOf = useProviderName();
  const known: Partial<Record<ProviderOutcome, (typeof TEXT_KEYS)[keyof typeof TEXT_KEYS]>> = TEXT_KEYS;
  const key = known[outcome] ?? 'expired';
  const name = nameOf(provider) ?? t(($) => $.providers.someService);
  return <ErrorBox>{t(($) => $.providers.outcomes[key], { provider: name })}</ErrorBox>;
}
