import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

/**
 * The secret of the link that opened this page: undefined before the first look, null where the address holds none. It is
 * taken out of the address bar at once, so that it stands in no history and on no screen.
 */
export function useLinkSecret(): string | null | undefined {
  const { hash, pathname, search } = useLocation();
  const navigate = useNavigate();
  const [secret, setSecret] = useState<string | null>();
  useEffect(() => {
    if (hash.length < 2) {
      setSecret((known) => known ?? null);
      return;
    }
    setSecret(hash.slice(1));
    void navigate(pathname + search, { replace: true });
  }, [hash, pathname, search, navigate]);
  return secret;
}
