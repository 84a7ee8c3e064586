import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { takeMailedToken } from '#client/data/pending-email.ts';

/**
 * Reads the one-time token from the fragment of the link that opened this page: undefined before the first effect, null if
 * there is none. Removes it from the address bar at once, so that it stays in no history and on no screen. After a sign-in
 * that the page led to, it is the one that was kept.
 */
export function useLinkToken(): string | null | undefined {
  const { hash, pathname, search } = useLocation();
  const navigate = useNavigate();
  const [token, setToken] = useState<string | null>();
  useEffect(() => {
    // The link that skips to the contents leads to a fragment too.
    if (hash.length < 2 || hash === '#main') {
      setToken((known) => known ?? takeMailedToken(pathname));
      return;
    }
    setToken(hash.slice(1));
    void navigate(pathname + search, { replace: true });
  }, [hash, pathname, search, navigate]);
  return token;
}
