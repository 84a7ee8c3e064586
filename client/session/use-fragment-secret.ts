import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { secretIn } from '#domain/links/secret.ts';

/**
 * Reads the secret from the fragment of the link that opened this page: undefined before the first effect. Removes it from
 * the address bar at once, so that it stays in no history and on no screen. Without one it is what `kept` returns, which
 * this tab kept through a sign-in; `keep` is called with one that was read.
 */
export function useFragmentSecret<K>(
  kept: (page: string) => K,
  keep?: (secret: string) => void,
): string | K | undefined {
  const { hash, pathname, search } = useLocation();
  const navigate = useNavigate();
  const [secret, setSecret] = useState<string | K>();
  useEffect(() => {
    // The link that skips to the contents leads to a fragment too.
    const found = secretIn(hash);
    if (found !== undefined) keep?.(found);
    setSecret((known) => found ?? known ?? kept(pathname));
    if (hash.length > 1 && hash !== '#main') void navigate(pathname + search, { replace: true });
  }, [hash, pathname, search, navigate, kept, keep]);
  return secret;
}
