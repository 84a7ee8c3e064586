import { Component, type ReactNode } from 'react';
import { LoadFailed } from '#client/lib/lazy-part.ts';
import { NotLoaded } from './not-loaded.tsx';

interface Props {
  children: ReactNode;
  /** Wraps the message, for example in a dialog. */
  around?: ((message: ReactNode) => ReactNode) | undefined;
  /** Shown in place of what crashed; without it a crash is passed on. */
  crash?: ReactNode;
  /** The subject of the parts inside; a change starts anew. */
  page?: string;
}

interface State {
  /** Boxed, because anything can be thrown. */
  failure?: { error: unknown } | undefined;
}

/** Shows a message with a button to try again in place of what could not be loaded, or crashed; all around goes on working. */
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
    const { children, around, crash } = this.props;
    if (!failure) return children;
    const { error } = failure;
    if (error instanceof LoadFailed) {
      const message = <NotLoaded part={error.part} onLoaded={this.#reset} />;
      return around ? around(message) : message;
    }
    if (crash === undefined) throw error;
    return crash;
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
