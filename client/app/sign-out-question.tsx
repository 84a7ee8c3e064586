import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx';

interface SignOutQuestionProps {
  /** How many changes the server has not got. */
  unsent: number;
  onLeave: () => void;
  onStay: () => void;
}

/** Signing out wipes the device: says what would be lost. */
export function SignOutQuestion({ unsent, onLeave, onStay }: SignOutQuestionProps) {
  const { t } = useTranslation();
  return (
    <ConfirmDialog
      open
      title={t(($) => $.common.signOut.title)}
      confirmLabel={t(($) => $.common.signOut.anyway)}
      cancelLabel={t(($) => $.common.signOut.stay)}
      onConfirm={onLeave}
      onClose={onStay}
    >
      <p>{t(($) => $.common.signOut.consequence, { count: unsent })}</p>
    </ConfirmDialog>
  );
}
