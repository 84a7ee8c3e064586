import { useLocation } from 'react-router';
import { type Journey, journeyOf } from './return-to.ts';
import { useAfterHydration } from './use-after-hydration.ts';

/** What the visitor was about to do: from the page before this one, or in the address where a provider sent them back. */
export function useJourney(): Journey {
  const { state, search } = useLocation();
  // The document is drawn without a query.
  const query = useAfterHydration(() => search) ?? '';
  return { ...journeyIn(query), ...journeyOf(state) };
}

/** In: the query of an address. What was typed into a form is never in one. */
export function journeyIn(query: string): Journey {
  const { from, open } = Object.fromEntries(new URLSearchParams(query));
  return journeyOf({ from, open });
}
