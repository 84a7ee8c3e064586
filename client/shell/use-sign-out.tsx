import { type ReactNode, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useAuth } from '#client/session/auth.tsx';
import { useHouseholdIfAny } from '#client/session/use-household.ts';
import { useLeave } from '#client/ui/hooks/unsaved.ts';
import { lazyDialog } from '#client/ui/lazy/lazy-dialog.tsx';

const SignOutQuestion = lazyDialog(
  () =>
    import('#client/features/unsent/sign-out-question.tsx').then(({ SignOutQuestion: Question }) => Question),
  ({ onStay }) => onStay,
);

/**
 * Signs out and navigates to the home page, after a question if something on this page is not saved. Signing out wipes this device, so unsent commands are sent first; if that
 * fails, a dialog asks the parent. Any other failure is only logged.
 */
export function useSignOut(onSignedOut: () => void): { signOut: () => void; question: ReactNode } {
  const household = useHouseholdIfAny();
  const [isAsking, setAsking] = useState(false);
  const leave = useLeave();
  const signOut = useSignOutAtHome(onSignedOut);
  const sendAndSignOut = async () => {
    if (household?.view().waiting) await household.catchUp();
    if (household?.unsent().length) setAsking(true);
    else signOut();
  };
  const question = isAsking && household && (
    <SignOutQuestion household={household} onLeave={signOut} onStay={() => setAsking(false)} />
  );
  return { signOut: () => leave(() => void sendAndSignOut().catch(console.error)), question };
}

/** Navigates home before it signs out: the guard of the current page would redirect to the log-in page. */
function useSignOutAtHome(onSignedOut: () => void): () => void {
  const { logout } = useAuth();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const [isLeaving, setLeaving] = useState(false);
  useEffect(() => {
    if (!isLeaving || pathname !== '/') return;
    setLeaving(false);
    void logout().catch(console.error).finally(onSignedOut);
  }, [isLeaving, pathname, logout, onSignedOut]);
  return () => {
    setLeaving(true);
    void navigate('/', { replace: true });
  };
}
