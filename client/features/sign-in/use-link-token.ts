import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

/**
 * Reads the one-time token from the fragment of the link that opened this page: undefined before the first effect, null if
 * there is none. Removes it from the address bar at once, so that it stays in no history and on no screen.
 */
export function useLinkToken(): string | null | undefined {
  const { hash, pathname, search } = useLocation();
  const navigate = useNavigate();
  const [token, setToken] = useState<string | null>();
  useEffect(() => {
    if (hash.length < 2) {
      setToken((known) => known ?? null);
      return;
    }
    setToken(hash.slice(1));
    void navigate(pathname + search, { replace: true });
  }, [hash, pathname, search, navigate]);
  return token;
}
