import { Navigate, useLocation } from 'react-router';
import { authorizationResultIn } from '#client/auth/provider-authorization.ts';
import { useProviderName } from '#client/auth/provider-choices.ts';
import { returnToInQuery } from '#client/session/return-to.ts';
import { useTranslation } from '#client/translations/use-translation.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import type { ProviderOutcome } from '#domain/protocol/providers.ts';

const TEXT_KEYS = {
  connected: 'connected',
  reauthenticated: 'reauthenticated',
  cancelled: 'cancelled',
  unreachable: 'unreachable',
  refused: 'refused',
  expired: 'expired',
  'already-used': 'alreadyUsed',
  'someone-else': 'someoneElse',
  // Cannot happen to a signed-in parent.
  'not-connected': 'expired',
  'not-invited': 'expired',
  unavailable: 'unavailable',
} as const satisfies Record<ProviderOutcome, string>;

/** The result of an authorization flow, on the page that it began on; every flow returns to the page of signing in. */
export function AuthorizationMessage() {
  const { t, texts } = useTranslation('pages');
  const nameOf = useProviderName();
  const { search, pathname } = useLocation();
  const result = authorizationResultIn(search);
  const { from = pathname } = returnToInQuery(search);
  if (!result) return null;
  const { outcome, provider } = result;
  // The pages behind the profile show the message too.
  if (from !== pathname && from.startsWith('/profile/')) return <Navigate to={from + search} replace />;
  if (from !== pathname && outcome === 'reauthenticated') return <Navigate to={from} replace />;
  const text = t(($) => $.providers.onAccount[TEXT_KEYS[outcome]], {
    provider: nameOf(provider) ?? texts.providers.someService,
  });
  const isGood = outcome === 'connected' || outcome === 'reauthenticated';
  return isGood ? <p role="status">{text}</p> : <ErrorBox>{text}</ErrorBox>;
}
