import { useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** What the address asks for behind its "?", and how to ask for something else in its place. */
export function useSearch(): [URLSearchParams, (wanted: URLSearchParams | Record<string, string>) => void] {
  const { search } = useLocation();
  const navigate = useNavigate();
  const asked = useMemo(() => new URLSearchParams(search), [search]);
  return [asked, (wanted) => void navigate(`?${new URLSearchParams(wanted)}`, { replace: true })];
}
