import { useLocation } from 'react-router';
import { authorizationResultIn } from '#client/auth/provider-authorization.ts';
import { AuthorizationError } from '#client/features/sign-in/provider-buttons.tsx';
import { useAfterHydration } from '#client/session/use-after-hydration.ts';

/** The error of an authorization flow that signed nobody in, as the URL reports it. */
export function AuthorizationOutcome() {
  const { search } = useLocation();
  // Pages are prerendered without a query.
  const result = authorizationResultIn(useAfterHydration(() => search) ?? '');
  return result ? <AuthorizationError {...result} /> : null;
}
