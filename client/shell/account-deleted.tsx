import { lazy, Suspense, useCallback, useEffect, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router';
import { useData } from '#client/session/use-data.ts';

const AccountGone = lazy(() =>
  import('./account-deleted-dialog.tsx').then(({ AccountGone: Said }) => ({ default: Said })),
);

/** Takes a parent whose account was deleted, here or on another device, to the first page and says so there. */
export function GoneAccount() {
  const data = useData();
  const navigate = useNavigate();
  const isGone = useSyncExternalStore(
    useCallback((listener) => data.subscribe(listener), [data]),
    () => data.isAccountGone(),
    () => false,
  );
  useEffect(() => {
    if (isGone) void navigate('/', { replace: true });
  }, [isGone, navigate]);
  if (!isGone) return null;
  return (
    <Suspense fallback={null}>
      <AccountGone />
    </Suspense>
  );
}
