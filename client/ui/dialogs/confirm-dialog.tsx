import type { Content, Elements } from '#client/lib/jsx.ts';
import { Button } from '#client/ui/buttons/button.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import { useUiTexts } from '#client/ui/ui-texts.ts';
import { Dialog } from './dialog.tsx';

interface ConfirmDialogProps {
  title: Content;
  /** Explains the consequence. */
  children: Elements;
  confirmLabel: string;
  /** Replaces "Cancel". */
  cancelLabel?: string;
  busy?: boolean;
  /** Says why it was not done. */
  failure?: string | undefined;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks for confirmation of something that cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { cancel } = useUiTexts();
  const { title, children, confirmLabel, cancelLabel, busy, failure, onConfirm, onClose } = props;
  const footer = (
    <>
      <Button variant="secondary" label={cancelLabel ?? cancel} onClick={onClose} />
      <Button variant="danger" label={confirmLabel} busy={busy} onClick={onConfirm} />
    </>
  );
  return (
    <Dialog role="alertdialog" title={title} footer={footer} onClose={onClose}>
      <div className="stack gap-4">
        {children}
        {failure && <ErrorBox>{failure}</ErrorBox>}
      </div>
    </Dialog>
  );
}
