import { useLocation } from 'react-router';
import { returnedIn } from '#client/app/provider-trip.ts';
import { useAfterHydration } from '#client/app/use-after-hydration.ts';
import { Outcome } from '#client/features/sign-in/outcome.tsx';

/** What came of a trip to another service that signed nobody in; it stands first, so that nobody misses it. */
export function TripOutcome() {
  const { search } = useLocation();
  // The document is drawn without a query.
  const returned = returnedIn(useAfterHydration(() => search) ?? '');
  return returned ? <Outcome {...returned} /> : null;
}
