import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';
import { useAuth } from './auth.tsx';
import { useHouseholdIfAny } from './household.ts';

/**
 * Signs out and goes home. Signing out wipes this device, so what the server has not got yet is sent first, and where
 * that fails the parent decides. Any other failure is only logged (specification, section 8).
 */
export function useSignOut(onSignedOut: () => void): { signOut: () => void; question: ReactNode } {
  const { t } = useTranslation();
  const { logout } = useAuth();
  const navigate = useNavigate();
  const household = useHouseholdIfAny();
  const [unsent, setUnsent] = useState(0);
  const leave = async () => {
    setUnsent(0);
    await logout().then(() => navigate('/', { replace: true }), console.error);
    onSignedOut();
  };
  const sendThenLeave = async () => {
    if (household?.view().waiting) await household.catchUp();
    const waiting = household?.view().waiting ?? 0;
    if (waiting > 0) setUnsent(waiting);
    else await leave();
  };
  const question = (
    <ConfirmDialog
      open={unsent > 0}
      title={t(($) => $.common.signOut.title)}
      confirmLabel={t(($) => $.common.signOut.anyway)}
      cancelLabel={t(($) => $.common.signOut.stay)}
      onConfirm={() => void leave()}
      onClose={() => setUnsent(0)}
    >
      <p>{t(($) => $.common.signOut.consequence, { count: unsent })}</p>
    </ConfirmDialog>
  );
  return { signOut: () => void sendThenLeave().catch(console.error), question };
}
