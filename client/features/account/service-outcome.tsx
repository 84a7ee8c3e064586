import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { authorizationResultIn } from '#client/auth/provider-authorization.ts';
import { useProviderName } from '#client/auth/provider-choices.ts';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import type { Outcome } from '#domain/protocol/providers.ts';

const WORDS = {
  connected: 'connected',
  proven: 'proven',
  cancelled: 'cancelled',
  unreachable: 'unreachable',
  refused: 'refused',
  expired: 'expired',
  'already-used': 'alreadyUsed',
  'someone-else': 'someoneElse',
  // Nobody is told so who is signed in.
  'not-connected': 'expired',
  unavailable: 'unavailable',
} as const satisfies Record<Outcome, string>;

/** Says what came of a trip to a service that began on this page. */
export function ServiceOutcome() {
  const { t } = useTranslation('pages');
  const nameOf = useProviderName();
  const returned = authorizationResultIn(useLocation().search);
  if (!returned) return null;
  const { outcome, provider } = returned;
  const words = t(($) => $.providers.onAccount[WORDS[outcome]], {
    provider: nameOf(provider) ?? t(($) => $.providers.someService),
  });
  const isGood = outcome === 'connected' || outcome === 'proven';
  return isGood ? <p role="status">{words}</p> : <ErrorBox>{words}</ErrorBox>;
}
