import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router';
import { useData } from '#client/session/use-data.ts';
import { lazyDialog } from '#client/ui/lazy/lazy-dialog.tsx';

const AccountDeletedDialog = lazyDialog(() =>
  import('./account-deleted-dialog.tsx').then(({ AccountDeletedDialog: Dialog }) => Dialog),
);

/** Goes to the home page and opens a dialog when the account was deleted, here or on another device. */
export function AccountDeleted() {
  const data = useData();
  const navigate = useNavigate();
  const isDeleted = useSyncExternalStore(
    useCallback((listener) => data.subscribe(listener), [data]),
    () => data.isAccountGone(),
    () => false,
  );
  useEffect(() => {
    if (isDeleted) void navigate('/', { replace: true });
  }, [isDeleted, navigate]);
  return isDeleted ? <AccountDeletedDialog /> : null;
}
