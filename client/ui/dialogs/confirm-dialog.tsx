import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#client/ui/buttons/button.tsx';
import { Dialog } from './dialog.tsx';

export interface ConfirmDialogProps {
  open: boolean;
  title: ReactNode;
  /** Names the consequence. */
  children: ReactNode;
  confirmLabel: string;
  /** Where "Cancel" does not say enough. */
  cancelLabel?: string;
  busy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before something that cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { t } = useTranslation();
  const { open, title, children, confirmLabel, cancelLabel, busy, onConfirm, onClose } = props;
  const footer = (
    <>
      <Button variant="secondary" onClick={onClose}>
        {cancelLabel ?? t(($) => $.common.cancel)}
      </Button>
      <Button variant="danger" busy={busy} onClick={onConfirm}>
        {confirmLabel}
      </Button>
    </>
  );
  return (
    <Dialog open={open} role="alertdialog" title={title} footer={footer} onClose={onClose}>
      {children}
    </Dialog>
  );
}
