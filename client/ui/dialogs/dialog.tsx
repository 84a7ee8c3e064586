import X from 'lucide-react/icons/x';
import { type PointerEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './dialog.module.css';

export interface DialogProps {
  open: boolean;
  /** Esc, the backdrop and the closing button; the caller then sets `open` to false. */
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
  footer?: ReactNode;
  /** What has just happened: read out, and laid over the head so that nothing moves away from under a finger. */
  status?: ReactNode;
  /** 'alertdialog' for a question that must be answered. */
  role?: 'dialog' | 'alertdialog';
  /** Where the focus begins; at the title where a field in focus would push a keyboard over what is to be read. */
  startAt?: 'field' | 'title';
}

/** A modal on the native element: the page behind is inert, Esc and backdrop close it, focus returns where it was. */
export function Dialog({ open, ...rest }: DialogProps) {
  return open ? <OpenDialog {...rest} /> : null;
}

function OpenDialog({
  onClose,
  title,
  children,
  footer,
  status,
  role = 'dialog',
  startAt = 'field',
}: Omit<DialogProps, 'open'>) {
  const { t } = useTranslation();
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useLayoutEffect(() => showModal(dialog.current, startAt), [startAt]);
  return (
    <dialog
      ref={dialog}
      role={role}
      className={styles.dialog}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onPointerDown={(event) => isBackdrop(event) && onClose()}
    >
      <div className={styles.sheet}>
        <header className={styles.header}>
          <h2 id={heading} className={styles.title} tabIndex={-1}>
            {title}
          </h2>
          <button
            type="button"
            className={styles.close}
            aria-label={t(($) => $.common.close)}
            onClick={onClose}
          >
            <X size={24} aria-hidden="true" />
          </button>
          <div className={styles.status} role="status">
            {status}
          </div>
        </header>
        <div className={styles.body}>{children}</div>
        {footer && <footer className={styles.footer}>{footer}</footer>}
      </div>
    </dialog>
  );
}

/** Opens a dialog with its first field or else its title in focus. Out: how to close it while it still stands in the page. */
function showModal(dialog: HTMLDialogElement | null, startAt: 'field' | 'title'): () => void {
  dialog?.showModal();
  const field = dialog?.querySelector<HTMLElement>('input, select, textarea');
  const start = (startAt === 'field' && field) || dialog?.querySelector('h2');
  start?.focus();
  return () => dialog?.close();
}

/** The backdrop belongs to the dialog element itself; all else lies in the sheet within it. */
function isBackdrop({ target, currentTarget, button }: PointerEvent): boolean {
  return button === 0 && target === currentTarget;
}
