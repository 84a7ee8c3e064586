import { Component, createContext, useContext, useEffect, useState } from 'react';
import type { Elements } from '#client/lib/jsx.ts';
import { type LazyPart, LoadFailed } from '#client/lib/lazy-part.ts';
import { whenOnline } from '#client/lib/when-online.ts';
import { Button } from '#client/ui/buttons/button.tsx';
import { ErrorBox } from '#client/ui/feedback/error-box.tsx';
import { useStableCallback } from '#client/ui/hooks/use-stable-callback.ts';
import { useUiTexts } from '#client/ui/ui-texts.ts';

interface Props {
  children: Elements;
  /** Wraps the message, for example in a dialog. */
  around?: ((message: Elements) => Elements) | undefined;
  /** The subject of the parts inside; a change starts anew. */
  page?: string;
}

interface State {
  /** Boxed, because anything can be thrown. */
  failure?: { error: unknown } | undefined;
}

/** Shows a message with a button to try again in place of what could not be loaded; a crash is passed on. */
export class LoadBoundary extends Component<Props, State> {
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

  /** A part that is opened again is tried again. */
  #forget(): void {
    const error = this.state.failure?.error;
    if (error instanceof LoadFailed) error.part.forgetFailure();
  }
}

interface NotLoadedProps {
  part: LazyPart<unknown>;
  onLoaded: () => void;
}

/**
 * Says that a part of the app could not be loaded, and tries again by itself until it can. Some browsers remember a script
 * that failed as long as the page is open: where another attempt fails though the server answers, the page is reloaded.
 */
function NotLoaded({ part, onLoaded }: NotLoadedProps) {
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

/** Tries again as long as it is rendered; in place of a part that shows no message, too. */
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

/** Reloads the page if that helps against the error. Unless the parent asked for it, not if something typed would be lost. */
export const ReloadContext = createContext<(error: unknown, isAsked: boolean) => Promise<void>>(
  async () => undefined,
);
