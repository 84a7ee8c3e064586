import { useCallback, useState } from 'react';
import { ReauthContext, type RunWithReauth } from '#client/auth/use-reauth.ts';
import { hasCode } from '#client/data/errors.ts';
import type { Elements } from '#client/lib/jsx.ts';
import { lazyDialog } from '#client/ui/lazy/lazy-component.tsx';

const ReauthDialog = lazyDialog(() => import('./sign-in-dialogs.tsx'), 'ReauthDialog');

/** Shows the dialog while an action waits for re-authentication. */
export function ReauthProvider({ children }: { children: Elements }) {
  const [pending, setPending] = useState<{ resolve: (isVerified: boolean) => void }>();
  const runWithReauth = useCallback<RunWithReauth>(async (action) => {
    try {
      return await action();
    } catch (error) {
      if (!hasCode(error, 'reauthentication-needed')) throw error;
    }
    const isVerified = await new Promise<boolean>((resolve) => setPending({ resolve }));
    return isVerified ? action() : undefined;
  }, []);
  const end = (isVerified: boolean) => {
    pending?.resolve(isVerified);
    setPending(undefined);
  };
  return (
    <ReauthContext value={runWithReauth}>
      {children}
      {pending && <ReauthDialog onVerified={() => end(true)} onClose={() => end(false)} />}
    </ReauthContext>
  );
}
