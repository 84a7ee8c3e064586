import X from 'lucide-react/icons/x';
import { type PointerEvent, useId, useLayoutEffect, useRef } from 'react';
import type { Content, Elements } from '#client/lib/jsx.ts';
import { IconButton } from '#client/ui/buttons/icon-button.tsx';
import { useClose } from '#client/ui/hooks/unsaved.ts';
import { useStableCallback } from '#client/ui/hooks/use-stable-callback.ts';
import { useUiTexts } from '#client/ui/ui-texts.ts';
import styles from './dialog.module.css';
import { InsideDialog, noteModal } from './modals.ts';

export interface DialogProps {
  /**
   * Called by Esc, the backdrop, the close button and the browser's back button, after a question if something typed
   * is not saved; the caller then removes the dialog. Left out, nothing closes it.
   */
  onClose?: (() => void) | undefined;
  title: Content;
  children: Elements;
  footer?: Elements;
  /** The outcome of the last action: read out, and shown above the sheet, where it covers and moves nothing. */
  status?: Content;
  /** 'alertdialog' for a question that needs an answer. */
  role?: 'dialog' | 'alertdialog';
  /** The initial focus; the title if the keyboard of a focused field would cover text that should be read first. */
  startAt?: 'field' | 'title';
}

/** A modal on the native element: the page behind is inert, Esc and backdrop close it, the focus is restored. */
export function Dialog({
  onClose,
  title,
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
        // React also tells the dialog around the one that is closed.
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
          <h2 id={heading} className={`${styles.title} wrap`} tabIndex={-1}>
            {title}
          </h2>
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

/** Opens a dialog and focuses the field marked with `data-start`, its first field or its title. Returns a function that closes it, for the effect's cleanup. */
function showModal(dialog: HTMLDialogElement | null, startAt: 'field' | 'title'): () => void {
  dialog?.showModal();
  const field =
    dialog?.querySelector<HTMLElement>('[data-start]') ??
    dialog?.querySelector<HTMLElement>('input:not([hidden]), select, textarea');
  const start = (startAt === 'field' && field) || dialog?.querySelector('h2');
  start?.focus();
  return () => dialog?.close();
}

/** A press on the backdrop targets the dialog element itself; everything else lies in the sheet. */
function isBackdrop({ target, currentTarget, button }: PointerEvent): boolean {
  return button === 0 && target === currentTarget;
}
