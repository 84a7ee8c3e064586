import type { ReactNode } from 'react';
import { Button } from '#client/ui/buttons/button.tsx';
import { useUiTexts } from '#client/ui/ui-texts.ts';
import { Dialog } from './dialog.tsx';

interface ConfirmDialogProps {
  open: boolean;
  title: ReactNode;
  /** Explains the consequence. */
  children: ReactNode;
  confirmLabel: string;
  /** Replaces "Cancel". */
  cancelLabel?: string;
  busy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks for confirmation of something that cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { cancel } = useUiTexts();
  const { open, title, children, confirmLabel, cancelLabel, busy, onConfirm, onClose } = props;
  const footer = (
    <>
      <Button variant="secondary" onClick={onClose}>
        {cancelLabel ?? cancel}
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
