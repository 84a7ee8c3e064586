import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { secretIn } from '#domain/links/link-secret.ts';

/**
 * Removes the secret from the address bar at once: no history or screen shows it. Undefined before the first
 * effect; without a fragment, `kept` supplies what `keep` saved before a sign-in.
 */
export function useFragmentSecret<K>(
  kept: (page: string) => K,
  keep?: (secret: string) => void,
): string | K | undefined {
  const { hash, pathname, search } = useLocation();
  const navigate = useNavigate();
  const [secret, setSecret] = useState<string | K>();
  useEffect(() => {
    // The skip link leads to a fragment too.
    const found = secretIn(hash);
    if (found !== undefined) keep?.(found);
    setSecret((known) => found ?? known ?? kept(pathname));
    if (hash.length > 1 && hash !== '#main') void navigate(pathname + search, { replace: true });
  }, [hash, pathname, search, navigate, kept, keep]);
  return secret;
}
