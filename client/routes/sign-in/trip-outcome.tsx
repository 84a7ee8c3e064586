import { useLocation } from 'react-router';
import { returnedIn } from '#client/auth/provider-redirect.ts';
import { Outcome } from '#client/features/sign-in/outcome.tsx';
import { useAfterHydration } from '#client/session/use-after-hydration.ts';

/** What came of a trip to another service that signed nobody in; it stands first, so that nobody misses it. */
export function TripOutcome() {
  const { search } = useLocation();
  // The document is drawn without a query.
  const returned = returnedIn(useAfterHydration(() => search) ?? '');
  return returned ? <Outcome {...returned} /> : null;
}
