import { useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** The query of the URL, and a function that replaces it. */
export function useSearchParams(): [
  URLSearchParams,
  (wanted: URLSearchParams | Record<string, string>) => void,
] {
  const { search } = useLocation();
  const navigate = useNavigate();
  const query = useMemo(() => new URLSearchParams(search), [search]);
  return [query, (wanted) => void navigate(`?${new URLSearchParams(wanted)}`, { replace: true })];
}
