import { type FunctionComponent, type ReactNode, useLayoutEffect, useRef } from 'react';
import { Button } from '#client/ui/buttons/button.tsx';
import { noteModal } from '#client/ui/dialogs/modals.ts';
import { useUiTexts } from '#client/ui/ui-texts.ts';
import { type LoadComponent, lazyComponent } from './lazy-component.tsx';
import styles from './lazy-dialog.module.css';

/** A dialog in a chunk of its own. If that cannot be loaded, a small dialog says so; `closeOf` returns what closes it. */
export function lazyDialog<P extends { onClose?: () => void }>(load: LoadComponent<P>): FunctionComponent<P>;
export function lazyDialog<P extends object>(
  load: LoadComponent<P>,
  closeOf: (props: P) => (() => void) | undefined,
): FunctionComponent<P>;
export function lazyDialog<P extends { onClose?: () => void }>(
  load: LoadComponent<P>,
  closeOf = (props: P) => props.onClose,
): FunctionComponent<P> {
  return lazyComponent(load, (message, props) => (
    <FailedDialog onClose={closeOf(props)}>{message}</FailedDialog>
  ));
}

/** A dialog's own element is in the chunk that is missing. */
function FailedDialog({ children, onClose }: { children: ReactNode; onClose: (() => void) | undefined }) {
  const { close, notLoaded } = useUiTexts();
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  useLayoutEffect(() => noteModal({ close: onClose }), [onClose]);
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label={notLoaded.title}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
    >
      {children}
      {onClose && (
        <Button variant="quiet" wide onClick={onClose}>
          {close}
        </Button>
      )}
    </dialog>
  );
}
