import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { keepInvite, keptInvite } from '#client/data/pending-email.ts';

/**
 * The secret of the invitation that opened this page: undefined before the first effect, '' if there is none. It leaves the
 * address bar at once, and stays in this tab through a sign-in, a trip to another service and a reload.
 */
export function useInviteSecret(): string | undefined {
  const { hash, pathname, search } = useLocation();
  const navigate = useNavigate();
  const [secret, setSecret] = useState<string>();
  useEffect(() => {
    // The link that skips to the contents leads to a fragment too.
    if (hash.length < 2 || hash === '#main') {
      setSecret((known) => known ?? keptInvite());
      return;
    }
    keepInvite(hash.slice(1));
    setSecret(hash.slice(1));
    void navigate(pathname + search, { replace: true });
  }, [hash, pathname, search, navigate]);
  return secret;
}
