import DoorClosed from 'lucide-react/icons/door-closed';
import {
  createContext,
  Component as ReactComponent,
  Suspense,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { Component, Elements } from '#client/lib/jsx.ts';
import { type LazyModule, LoadFailed, lazyModule, loadedModule } from '#client/lib/lazy-module.ts';
import { whenOnline } from '#client/lib/when-online.ts';
import { Button } from '#client/ui/buttons/button.tsx';
import { noteModal } from '#client/ui/dialogs/modals.ts';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import { useStableCallback } from '#client/ui/hooks/use-stable-callback.ts';
import { useUiTexts } from '#client/ui/ui-texts.ts';
import styles from './lazy-dialog.module.css';

type PropsOf<Exported> = Exported extends (props: infer P extends object) => unknown ? P : never;

type Around<P> = (message: Elements, props: P) => Elements;

const declared: (() => Promise<unknown>)[] = [];

/** They must open offline. Includes those that the loaded ones declare. */
export async function prefetchLazyComponents(): Promise<void> {
  for (let loads = declared.splice(0); loads.length > 0; loads = declared.splice(0))
    await Promise.allSettled(loads.map((load) => load()));
}

/** For a component without which the page is whole. */
export const noMessage = () => null;

/** In its own chunk, with a message if that fails. */
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

/** Like `lazyComponent`, but suspends its surroundings. */
export function suspendingComponent<C, N extends keyof C>(
  load: () => Promise<C>,
  name: N,
  around?: Around<PropsOf<C[N]>>,
): Component<PropsOf<C[N]>> {
  const part = lazyModule(load);
  declared.push(load);
  function Loaded(props: PropsOf<C[N]>) {
    const Contents = loadedModule(part)[name] as Component<PropsOf<C[N]>>;
    return <Contents {...props} />;
  }
  return (props) => (
    <LoadBoundary around={around && ((message) => around(message, props))}>
      <Loaded {...props} />
    </LoadBoundary>
  );
}

/** If the chunk fails, a small dialog says so; `closeOf` finds its close function. */
export function lazyDialog<C, N extends keyof C>(
  load: () => Promise<C>,
  name: N,
  closeOf = (props: PropsOf<C[N]> & { onClose?: () => void }) => props.onClose,
): Component<PropsOf<C[N]>> {
  return lazyComponent(load, name, (message, props) => (
    <FailedDialog onClose={closeOf(props)}>{message}</FailedDialog>
  ));
}

/** The usual dialog element is in the missing chunk. */
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

interface Props {
  children: Elements;
  around?: ((message: Elements) => Elements) | undefined;
  /** Another page resets the failure. */
  page?: string;
}

interface State {
  /** Boxed, because anything can be thrown. */
  failure?: { error: unknown } | undefined;
}

/** Shows a message and retry button for `LoadFailed`; passes on other errors. */
export class LoadBoundary extends ReactComponent<Props, State> {
  override state: State = {};

  static getDerivedStateFromError(error: unknown): State {
    return { failure: { error } };
  }

  override componentDidUpdate(before: Props): void {
    if (this.state.failure && before.page !== this.props.page) this.#reset();
  }

  override componentWillUnmount(): void {
    this.#forget();
  }

  override render() {
    const { failure } = this.state;
    const { children, around } = this.props;
    if (!failure) return children;
    const { error } = failure;
    if (!(error instanceof LoadFailed)) throw error;
    const message = <NotLoaded part={error.part} onLoaded={this.#reset} />;
    const shown = around ? around(message) : message;
    return shown ?? <Retries again={() => error.part.load().then(this.#reset, ignore)} />;
  }

  readonly #reset = () => {
    this.#forget();
    this.setState({ failure: undefined });
  };

  /** Reopening a part retries it. */
  #forget(): void {
    const error = this.state.failure?.error;
    if (error instanceof LoadFailed) error.part.forgetFailure();
  }
}

/** Retries by itself. Some browsers remember a failed script, so reload if the server answers. */
function NotLoaded({ part, onLoaded }: { part: LazyModule<unknown>; onLoaded: () => void }) {
  const { notLoaded } = useUiTexts();
  const [isBusy, setBusy] = useState(false);
  const reload = useContext(ReloadContext);
  const tryAgain = (isAsked: boolean) =>
    part.load().then(onLoaded, (error: unknown) => reload(error, isAsked));
  const retry = async () => {
    setBusy(true);
    await tryAgain(true);
    setBusy(false);
  };
  return (
    <ErrorBox
      icon={DoorClosed}
      action={
        <Button variant="secondary" label={notLoaded.retry} busy={isBusy} onClick={() => void retry()} />
      }
    >
      <strong>{notLoaded.title}</strong>
      <p>{notLoaded.text}</p>
      <Retries again={() => tryAgain(false)} />
    </ErrorBox>
  );
}

/** Retries while rendered, even where no message is shown. */
function Retries({ again }: { again: () => Promise<void> }) {
  const latest = useStableCallback(again);
  useEffect(() => {
    const retry = () => {
      latest();
      cancel = whenOnline(retry);
    };
    let cancel = whenOnline(retry);
    return () => cancel();
  }, [latest]);
  return null;
}

function ignore(): void {}

/** Unless the parent asked for it, a reload never loses typed input. */
export const ReloadContext = createContext<(error: unknown, isAsked: boolean) => Promise<void>>(
  async () => undefined,
);
