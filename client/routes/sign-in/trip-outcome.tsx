import { useLocation } from 'react-router';
import { authorizationResultIn } from '#client/auth/provider-authorization.ts';
import { AuthorizationError } from '#client/features/sign-in/authorization-error.tsx';
import { useAfterHydration } from '#client/session/use-after-hydration.ts';

/** What came of a trip to another service that signed nobody in; it stands first, so that nobody misses it. */
export function TripOutcome() {
  const { search } = useLocation();
  // The document is drawn without a query.
  const returned = authorizationResultIn(useAfterHydration(() => search) ?? '');
  return returned ? <AuthorizationError {...returned} /> : null;
}
