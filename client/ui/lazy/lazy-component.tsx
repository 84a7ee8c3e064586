import { Suspense, useLayoutEffect, useRef } from 'react';
import type { Component, Elements } from '#client/lib/jsx.ts';
import { lazyPart, loadedPart } from '#client/lib/lazy-part.ts';
import { Button } from '#client/ui/buttons/button.tsx';
import { noteModal } from '#client/ui/dialogs/modals.ts';
import { useUiTexts } from '#client/ui/ui-texts.ts';
import styles from './lazy-dialog.module.css';
import { LoadBoundary } from './load-boundary.tsx';

/** The props of a chunk's export, if that is a component. */
type PropsOf<Exported> = Exported extends (props: infer P extends object) => unknown ? P : never;

/** Wraps or replaces the message. */
type Around<P> = (message: Elements, props: P) => Elements;

/**
 * A component, by its name in a chunk of its own, and a message in its place if that cannot be loaded. Those a parent uses
 * daily are prefetched soon after the first screen.
 */
export function lazyComponent<C, N extends keyof C>(
  load: () => Promise<C>,
  name: N,
  around?: Around<PropsOf<C[N]>>,
): Component<PropsOf<C[N]>> {
  const Loaded = suspendingComponent(load, name, around);
  return (props) => (
    <Suspense>
      <Loaded {...props} />
    </Suspense>
  );
}

/** As `lazyComponent`, but what is around waits for it. */
export function suspendingComponent<C, N extends keyof C>(
  load: () => Promise<C>,
  name: N,
  around?: Around<PropsOf<C[N]>>,
): Component<PropsOf<C[N]>> {
  const part = lazyPart(load);
  function Loaded(props: PropsOf<C[N]>) {
    const Contents = loadedPart(part)[name] as Component<PropsOf<C[N]>>;
    return <Contents {...props} />;
  }
  return (props) => (
    <LoadBoundary around={around && ((message) => around(message, props))}>
      <Loaded {...props} />
    </LoadBoundary>
  );
}

/** A dialog in a chunk of its own. If that cannot be loaded, a small dialog says so; `closeOf` returns what closes it. */
export function lazyDialog<C, N extends keyof C>(
  load: () => Promise<C>,
  name: N,
  closeOf = (props: PropsOf<C[N]> & { onClose?: () => void }) => props.onClose,
): Component<PropsOf<C[N]>> {
  return lazyComponent(load, name, (message, props) => (
    <FailedDialog onClose={closeOf(props)}>{message}</FailedDialog>
  ));
}

/** A dialog's own element is in the chunk that is missing. */
function FailedDialog({ children, onClose }: { children: Elements; onClose: (() => void) | undefined }) {
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
      {onClose && <Button variant="quiet" wide label={close} onClick={onClose} />}
    </dialog>
  );
}
