import { useLocation } from 'react-router';
import { parseReturnTo, type ReturnTo } from './return-to.ts';
import { useAfterHydration } from './use-after-hydration.ts';

/** Reads where to return to from the history entry's state, or from the query that a provider redirected back with. */
export function useReturnTo(): ReturnTo {
  const { state, search } = useLocation();
  // Pages are prerendered without a query.
  const query = useAfterHydration(() => search) ?? '';
  return { ...returnToInQuery(query), ...parseReturnTo(state) };
}

/** Reads where to return to from a URL's query, which never holds what was typed into a form. */
export function returnToInQuery(query: string): ReturnTo {
  const { from, open } = Object.fromEntries(new URLSearchParams(query));
  return parseReturnTo({ from, open });
}
