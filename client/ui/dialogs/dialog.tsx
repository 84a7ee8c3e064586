import X from 'lucide-react/icons/x';
import { type PointerEvent, useContext, useId, useLayoutEffect, useRef, useState } from 'react';
import type { Content, Elements } from '#client/lib/jsx.ts';
import { Button, IconButton } from '#client/ui/buttons/button.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import { ConfirmLeaveContext, UnsavedContext } from '#client/ui/hooks/unsaved.ts';
import { useStableCallback } from '#client/ui/hooks/use-stable-callback.ts';
import { useUiTexts } from '#client/ui/ui-texts.ts';
import styles from './dialog.module.css';
import { InsideDialog, noteModal } from './modals.ts';

interface DialogProps {
  /**
   * Called after asking about unsaved text; the caller removes the dialog. Without it nothing closes the
   * dialog.
   */
  onClose?: (() => void) | undefined;
  title: Content;
  picture?: Elements;
  below?: Elements;
  children: Elements;
  footer?: Elements;
  /** Outcome of the last action: read out, and shown above the sheet, where it moves nothing. */
  status?: Content;
  role?: 'dialog' | 'alertdialog';
  /** 'title' if a field's keyboard would cover text to read first. */
  startAt?: 'field' | 'title';
}

/** The native element makes the page behind inert and restores the focus. */
export function Dialog({
  onClose,
  title,
  picture,
  below,
  children,
  footer,
  role = 'dialog',
  startAt = 'field',
  ...outcome
}: DialogProps) {
  const { close } = useUiTexts();
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  const requestClose = useClose(onClose);
  const isClosable = requestClose !== undefined;
  const closeByBack = useStableCallback(() => requestClose?.());
  useLayoutEffect(() => showModal(dialog.current, startAt), [startAt]);
  useLayoutEffect(
    () => noteModal({ close: isClosable ? closeByBack : undefined }),
    [isClosable, closeByBack],
  );
  return (
    <dialog
      ref={dialog}
      role={role}
      className={`${styles.dialog} medium`}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        // React bubbles `cancel` to the outer dialog.
        if (event.target === event.currentTarget) requestClose?.();
      }}
      onPointerDown={(event) => isBackdrop(event) && requestClose?.()}
    >
      {'status' in outcome && (
        <div className={styles.status} role="status">
          {outcome.status}
        </div>
      )}
      <div className={styles.sheet}>
        <header className={`${styles.header} between gap-3`}>
          {picture}
          <div className={`${styles.title} wrap`}>
            <h2 id={heading} tabIndex={-1}>
              {title}
            </h2>
            {below}
          </div>
          {requestClose && <IconButton label={close} icon={X} iconSize={24} onClick={requestClose} />}
        </header>
        <div className={`${styles.body} wrap`}>
          <InsideDialog value={true}>{children}</InsideDialog>
        </div>
        {footer && <footer className={`${styles.footer} flow gap-2`}>{footer}</footer>}
      </div>
    </dialog>
  );
}

/** Closes a dialog, after asking if something was typed since it opened. */
function useClose(onClose: (() => void) | undefined): (() => void) | undefined {
  const forms = useContext(UnsavedContext);
  const ask = useContext(ConfirmLeaveContext);
  const [before] = useState(() => forms?.count() ?? 0);
  return onClose && (() => ((forms?.count() ?? 0) > before ? ask(onClose) : onClose()));
}

/** Focuses `[data-start]`, else by `startAt` the first field or the title. */
function showModal(dialog: HTMLDialogElement | null, startAt: 'field' | 'title'): () => void {
  dialog?.showModal();
  const field =
    dialog?.querySelector<HTMLElement>('[data-start]') ??
    dialog?.querySelector<HTMLElement>('input:not([hidden]), select, textarea');
  const start = (startAt === 'field' && field) || dialog?.querySelector('h2');
  start?.focus();
  return () => dialog?.close();
}

/** Only a press on the backdrop targets the dialog element. */
function isBackdrop({ target, currentTarget, button }: PointerEvent): boolean {
  return button === 0 && target === currentTarget;
}

interface ConfirmDialogProps {
  title: Content;
  children: Elements;
  confirmLabel: string;
  cancelLabel?: string;
  isBusy?: boolean;
  failure?: string | undefined;
  onConfirm: () => void;
  onClose: () => void;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { cancel } = useUiTexts();
  const { title, children, confirmLabel, cancelLabel, isBusy, failure, onConfirm, onClose } = props;
  const footer = (
    <>
      <Button variant="secondary" label={cancelLabel ?? cancel} onClick={onClose} />
      <Button variant="danger" label={confirmLabel} busy={isBusy} onClick={onConfirm} />
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
