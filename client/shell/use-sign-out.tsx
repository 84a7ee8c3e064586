import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useAuth } from '#client/session/auth.tsx';
import { useHouseholdIfAny } from '#client/session/use-household.ts';

const loadQuestion = () => import('#client/features/unsent/sign-out-question.tsx');
const SignOutQuestion = lazy(() =>
  loadQuestion().then(({ SignOutQuestion: Question }) => ({ default: Question })),
);

/**
 * Signs out and goes home. Signing out wipes this device, so what the server has not got yet is sent first, and where
 * that fails the parent decides. Any other failure is only logged (specification, section 8).
 */
export function useSignOut(onSignedOut: () => void): { signOut: () => void; question: ReactNode } {
  const household = useHouseholdIfAny();
  const [isAsking, setAsking] = useState(false);
  // It is asked when there is no network, so it has to be here before.
  useEffect(() => {
    loadQuestion().catch(() => undefined);
  }, []);
  const leave = useLeaving(onSignedOut);
  const sendThenLeave = async () => {
    if (household?.view().waiting) await household.catchUp();
    if (household?.unsent().length) setAsking(true);
    else leave();
  };
  const question = isAsking && household && (
    <Suspense>
      <SignOutQuestion household={household} onLeave={leave} onStay={() => setAsking(false)} />
    </Suspense>
  );
  return { signOut: () => void sendThenLeave().catch(console.error), question };
}

/** Goes home first: on a guarded page the sign-out would be taken for a visitor who has to log in and be sent back. */
function useLeaving(onSignedOut: () => void): () => void {
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
