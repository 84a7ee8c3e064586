import { useEffect, useMemo, useRef } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router';

/** The setter replaces the query and the history entry. */
export function useSearchParams(): [
  URLSearchParams,
  (wanted: URLSearchParams | Record<string, string>) => void,
] {
  const { search } = useLocation();
  const navigate = useNavigate();
  const query = useMemo(() => new URLSearchParams(search), [search]);
  return [query, (wanted) => void navigate(`?${new URLSearchParams(wanted)}`, { replace: true })];
}

/** The heading gets the focus, so that a screen reader announces the page. `place` identifies it. */
export function useFocusOnNavigation(place: string): void {
  const type = useNavigationType();
  const before = useRef(place);
  useEffect(() => {
    if (before.current === place) return;
    before.current = place;
    if (type !== 'POP') window.scrollTo(0, 0);
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  }, [place, type]);
}
